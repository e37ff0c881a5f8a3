// The season book: whether and until when it keeps ballots, deleting everything, and what the cleanup deletes after a while.
import fc from 'fast-check';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { commandOf } from './step.ts';
import { forgetName, RESTORABLE, sessionOf, timeOf, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

const ballotsGo = (truth: Truth): void => {
  truth.ballots.clear();
  truth.rounds.clear();
  truth.imports.clear();
  truth.deleted = truth.deleted.filter((entry) => !('undone' in entry));
  for (const entry of truth.deleted) {
    if ('student' in entry) {
      entry.parts = [];
      entry.comments.clear();
    } else {
      entry.rounds = [];
      entry.ballots = [];
    }
  }
  truth.keeps = false;
  truth.until = null;
};

const canOwn = (truth: Truth): boolean =>
  truth.accounts.Kim.role === 'primary' && sessionOf(truth, 'Kim') !== undefined;

export const deleteEverything = commandOf({
  picks: fc.constant(null),
  when: canOwn,
  recorded: ['create seasonBook', 'delete keptBallot', 'delete round', 'delete seasonBook'],
  does: async ({ world, truth, say }) => {
    say('Kim deletes everything');
    await callsBy(world, truth, 'Kim').seasonBook.deleteEverything({ schoolId: world.schoolId });
    ballotsGo(truth);
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

const DAY_MS = 86_400_000;
const dayOf = (truth: Truth, ahead: number): string =>
  new Date(timeOf(truth).getTime() + ahead * DAY_MS).toISOString().slice(0, 10);

/** What the cleanup deletes after some time. */
export function cleanedUp(truth: Truth): void {
  // The day is over in every time zone.
  const today = new Date(timeOf(truth).getTime() - DAY_MS / 2).toISOString().slice(0, 10);
  if (truth.until !== null && truth.until < today) ballotsGo(truth);
  for (const entry of truth.deleted.filter(({ at }) => truth.now - at > RESTORABLE)) {
    truth.deleted = truth.deleted.filter((other) => other !== entry);
    if ('student' in entry) forgetName(truth, entry.student.name);
  }
}
