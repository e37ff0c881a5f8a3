import fc from 'fast-check';
import { beforeAll, test, vi } from 'vitest';
import { pageTests } from '../pages/open-page.tsx';
import { saveAfterSignIn } from './ended-session.ts';
import { mayBeResent, saveOverRival, visit, visitsOf } from './late-answers.ts';
import type { LateChange } from './late-change.ts';
import { doneAfterHalf, doneOnce } from './lost-answers.ts';

/** How often each way is tried, with other orders of the answers. */
const RUNS = Number(process.env['TEST_VISITS'] ?? 1);

/** Without TEST_VISITS, a change is tried in the same ways each time, and other changes in others. */
const seedOf = ({ change }: LateChange): number =>
  process.env['TEST_VISITS'] === undefined
    ? Array.from(change).reduce((seed, letter) => (seed * 31 + letter.charCodeAt(0)) | 0, 1)
    : Date.now() | 0;

/**
 * What pages download when it is first drawn. That takes longer than a person waits for a dialog to close, and what it shows and loads would
 * come amid a change.
 */
const PARTS = import.meta.glob('../../src/web/{bulk,pages/dashboard,palette,records,shell}/*.tsx');

/** One test for each change. */
export function lateTests(changes: readonly LateChange[]): void {
  // Each visit opens a page with a real server.
  vi.setConfig({ testTimeout: 600_000 * RUNS });
  const pages = pageTests();
  beforeAll(async () => void (await Promise.all(Object.values(PARTS).map((download) => download()))));
  test.each(changes)('$change: a late answer loses nothing', async (change) => {
    for (const attempts of visitsOf(change))
      // oxlint-disable-next-line no-await-in-loop -- There is one page.
      await fc.assert(
        fc.asyncProperty(fc.scheduler(), attempts, (scheduler, made) => visit(change, made, scheduler, pages)),
        { numRuns: RUNS, endOnFailure: true, seed: seedOf(change) },
      );
  });
  const long = changes.filter(({ sendsSeveral }) => sendsSeveral);
  // All others are sent again among their late answers.
  const short = changes.filter((change) => !change.sendsSeveral && !mayBeResent(change));
  test.each(short)('$change: sent again after its answer was lost, it is made once', (change) =>
    doneOnce(change, pages),
  );
  if (long.length > 0)
    test.each(long)('$change: sent again after only a part of it was made, it is made once', (change) =>
      doneAfterHalf(change, pages),
    );
  const shared = changes.filter(({ rival }) => rival !== undefined);
  if (shared.length > 0)
    test.each(shared)('$change: somebody else’s change stays', (change) => saveOverRival(change, pages));
  const typed = changes.filter(({ rival, outlives }) => rival !== undefined || outlives);
  if (typed.length > 0)
    test.each(typed)('$change: what was typed survives the end of the session', (change) =>
      saveAfterSignIn(change, pages),
    );
}
