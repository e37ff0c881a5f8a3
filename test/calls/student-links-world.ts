// World: a school that shares cards. Ann Abara was scored in two parts, Ben Other in a third, and there is a link to Ann's card.
import { beforeEach, expect } from 'vitest';
import type { LinkDays } from '#contract/words.ts';
import { newAddress, refused } from './refused.ts';
import { as, ballot, product, roundId, school, schoolId, SEASON, seasonBookWorld } from './season-book-world.ts';

export let token: string;
/** Ben Other's id. */
export let other: string;
export const make = (days: LinkDays = '30') =>
  as.admin.studentLinks.make({ schoolId, studentId: school.studentId, season: SEASON, days });
export const open = (opened = token, address = newAddress()) =>
  product.browser({ address }).calls.session.studentCard({ token: opened });
export const share = async (sharesCards: boolean) => {
  const { version } = (await as.primary.seasonBook.ofSchool({ schoolId }))!;
  return as.primary.seasonBook.change({ schoolId, version, changed: { sharesCards } });
};
export const ENDED = {
  code: 'EXPIRED_LINK',
  status: 410,
  message: 'This link has ended. Ask the school for a new one.',
};
export const expectEnded = async () => {
  expect(await refused(open())).toEqual(ENDED);
  expect(await as.admin.studentLinks.inSchool({ schoolId })).toEqual([]);
};
export const historyOf = async () =>
  (await as.superAdmin.history.list({ subject: 'studentLink', recordId: school.studentId })).rows.map(
    ({ by, action, label }) => [by?.name ?? null, action, label],
  );

/** Call it once per test file. */
export function studentLinksWorld(): void {
  seasonBookWorld();
  beforeEach(async () => {
    await as.admin.students.update({ schoolId, id: school.studentId, version: 1, changed: { name: 'Ann Abara' } });
    other = (await as.admin.students.add({ schoolId, id: crypto.randomUUID(), name: 'Ben Other', teamId: null })).id;
    const parts = [
      { part: 'open' as const, studentId: school.studentId, witnessId: null },
      { part: 'cross2' as const, studentId: school.studentId, witnessId: null },
      { part: 'close' as const, studentId: other, witnessId: null },
    ];
    await as.admin.rounds.setLineUp({ schoolId, roundId, version: 1, parts });
    await as.admin.keptBallots.keep(
      ballot({
        comments: { 'p open': 'Better than Ben Other' },
        ranks: { attorney: [other, school.studentId], witness: [] },
      }),
    );
    await share(true);
    token = (await make()).token;
  });
}
