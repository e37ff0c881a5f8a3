// A journey that counts its steps. docs/testing.md has the same table.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
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
const rows: string[] = [];
const documentation = readFileSync(resolve(import.meta.dirname, '../../docs/testing.md'), 'utf8');

/** A journey that takes exactly `steps` steps. */
export function task(
  { name, before, aim, steps, only }: Task,
  journey: (page: Page, steps: Steps) => Promise<void>,
): void {
  const row = `| ${name} | ${before} | ${steps} | ${aim} |`;
  test(`${name}: ${steps} steps`, async ({ page }) => {
    const counted = await countSteps(page);
    await journey(page, counted);
    const taken = (await counted.taken()).filter((step) => only === undefined || step === only);
    expect(taken, taken.join(', ')).toHaveLength(steps);
    rows.push(row);
    expect(documentation).toContain(row);
  });
}

/** Prints the table after a file's tasks. Call it once in each. */
export const printTable = (): void =>
  test.afterAll(() =>
    console.log(['', '| task | before | steps | aim |', '|---|---|---|---|', ...rows, ''].join('\n')),
  );
