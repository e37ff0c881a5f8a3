// A journey that counts its steps. docs/testing.md has the same table.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { rememberFirst } from './person.ts';
import { expect, test } from './product.ts';
import { countSteps, type Steps } from './steps.ts';

type Task = {
  name: string;
  before: string;
  aim: string;
  steps: number;
  /** Counts only these steps. */
  only?: 'choose';
};
type Journey = (page: Page, steps: Steps) => Promise<void>;
const documentation = readFileSync(resolve(import.meta.dirname, '../../docs/testing.md'), 'utf8');

/**
 * The tasks of a file, each of which takes exactly `steps` steps. `testAll` does them one after another in one browser tab, because a
 * new one takes longer than most, and prints the table.
 */
export function countedTasks() {
  const tasks: { task: Task; journey: Journey }[] = [];
  const task = (facts: Task, journey: Journey): void => void tasks.push({ task: facts, journey });
  const testAll = (title: string): void =>
    test(title, async ({ page }) => {
      test.setTimeout(tasks.length * 120_000);
      // The app forgets the choice when another person signs in.
      await rememberFirst(page, 'cookieConsent', 'true');
      const counted = await countSteps(page);
      const rows: string[] = [];
      for (const { task: facts, journey } of tasks)
        await test.step(facts.name, async () => {
          const earlier = (await counted.taken()).length;
          await journey(page, counted);
          const all = (await counted.taken()).slice(earlier);
          const taken = all.filter((step) => facts.only === undefined || step === facts.only);
          expect.soft(taken, `${facts.name}: ${taken.join(', ')}`).toHaveLength(facts.steps);
          const row = `| ${facts.name} | ${facts.before} | ${facts.steps} | ${facts.aim} |`;
          expect.soft(documentation).toContain(row);
          rows.push(row);
        });
      console.log(['', '| task | before | steps | aim |', '|---|---|---|---|', ...rows, ''].join('\n'));
    });
  return { task, testAll };
}
