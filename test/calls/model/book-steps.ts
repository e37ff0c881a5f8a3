// The season book: whether and until when it keeps ballots, deleting everything, and what the cleanup deletes after a while.
import fc from 'fast-check';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { commandOf } from './step.ts';
import { bookGoes, forgetEntry, tryOutGoes } from './forgetting.ts';
import { canOwn, dayOf, isOver, RESTORABLE, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

export const deleteEverything = commandOf({
  picks: fc.constant(null),
  when: canOwn,
  recorded: [
    'create seasonBook',
    ...['keptBallot', 'round', 'seasonBook', 'studentLink'].map((subject) => `delete ${subject}`),
  ],
  does: async ({ world, truth, say }) => {
    say('Kim deletes everything');
    await callsBy(world, truth, 'Kim').seasonBook.deleteEverything({ schoolId: world.schoolId });
    bookGoes(truth);
  },
});

export const changeBook = commandOf({
  picks: fc.record({ keeps: fc.boolean(), days: fc.option(fc.constantFrom(20, 40)) }),
  when: canOwn,
  recorded: ['create seasonBook', 'update seasonBook'],
  does: async ({ world, truth, say }, { keeps, days }) => {
    const until = days === null ? null : dayOf(truth, days);
    say(`Kim ${keeps ? 'keeps' : 'stops keeping'} ballots, ${until === null ? 'for good' : `until ${until}`}`);
    const { schoolId } = world;
    const { seasonBook } = callsBy(world, truth, 'Kim');
    const { version = 0 } = (await seasonBook.ofSchool({ schoolId })) ?? {};
    const changed = { keepsBallots: keeps, keepUntil: until };
    const { code } = await refused(seasonBook.change({ schoolId, version, changed }));
    expect(code).toBe(days === 20 ? 'TOO_SOON' : 'none');
    if (code === 'none') Object.assign(truth, { keeps, until });
  },
});

/** What the cleanup deletes after some time. */
export function cleanedUp(truth: Truth): void {
  for (const tryOut of truth.tryOuts.values()) if (isOver(truth, tryOut.until)) tryOutGoes(truth, tryOut);
  if (truth.until !== null && isOver(truth, truth.until)) bookGoes(truth);
  for (const entry of truth.deleted) if (truth.now - entry.at > RESTORABLE) forgetEntry(truth, entry);
}
