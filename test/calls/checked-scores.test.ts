// A ballot is "checked by two" only if two people agree on each of its scores, and a score never changes without a correction: in calls
// that run at the same moment, and in the database for the role of the application.
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { asPerson } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';

import { refused } from './refused.ts';
import { addRound, DETAILS, keepingSchool } from './season-school.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

type Staff = { userId: string; calls: Calls };
let schoolId: string;
let roundId: string;
let keeper: Calls;
let [ada, ben]: Staff[] = [];
beforeEach(async () => {
  const { school, ...keeping } = await keepingSchool(product);
  ({ schoolId, calls: keeper } = keeping);
  const of = { schoolId, tournamentId: school.tournamentId, teamId: school.teamId };
  ({ id: roundId } = await addRound(keeper, of));
  const staff = async (): Promise<Staff> => {
    const person = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
    return { userId: person.userId, calls: callsAs(product, person) };
  };
  [ada, ben] = [await staff(), await staff()];
});

let number = 0;
const keep = (calls = keeper): Promise<KeptBallot> =>
  calls.keptBallots.keep({
    schoolId,
    id: randomUUID(),
    roundId,
    number: (number = (number % 9) + 1),
    judge: '',
    ...DETAILS,
    scores: scoresOf(5),
  });
const nowOf = async (calls: Calls, id: string): Promise<KeptBallot> =>
  (await calls.keptBallots.ofRound({ schoolId, roundId })).find((each) => each.id === id)!;
const correct = async (calls: Calls, id: string, field: ScoreField, score: number) =>
  calls.keptBallots.correct({
    schoolId,
    id,
    version: (await nowOf(calls, id)).version,
    scores: [{ field, score }],
    reason: 'Misread',
  });
const check = (calls: Calls, id: string, scores: KeptBallot['scores']) =>
  calls.keptBallots.secondCheck({ schoolId, id, scores });

describe('a second check', () => {
  test('during a correction agrees with the corrected scores, or doesn’t count', async () => {
    for (let run = 0; run < 12; run += 1) {
      const { id, version } = await keep();
      const scores = [{ field: 'pOpen' as const, score: 9 }];
      const correction = () => ada!.calls.keptBallots.correct({ schoolId, id, version, scores, reason: 'Misread' });
      const checking = () => check(ben!.calls, id, scoresOf(5));
      const both = run % 2 === 0 ? [correction, checking] : [checking, correction];
      await Promise.allSettled(both.map((call) => call()));
      const ballot = await nowOf(keeper, id);
      expect(ballot).toMatchObject(
        ballot.scores.pOpen === 9 ? { isCheckedByTwo: false } : { isCheckedByTwo: true, corrections: [] },
      );
      await keeper.keptBallots.remove({ schoolId, id });
    }
  });

  test('of scores that are all one’s own is refused, and others see that they can do it', async () => {
    const { id, mayCheck } = await keep();
    expect(mayCheck).toBe(false);
    expect(await refused(check(keeper, id, scoresOf(5)))).toMatchObject({ code: 'SAME_PERSON', status: 409 });
    expect(await nowOf(ada!.calls, id)).toMatchObject({ mayCheck: true });
    expect(await check(ada!.calls, id, scoresOf(5))).toEqual({ differences: [], isCheckedByTwo: true });
    expect(await nowOf(ada!.calls, id)).toMatchObject({ mayCheck: false, isCheckedByTwo: true });
  });

  test('by the person who corrected a score leaves that score to somebody else, such as the person who saved the ballot', async () => {
    const { id } = await keep();
    await correct(ada!.calls, id, 'pOpen', 9);
    const scores = { ...scoresOf(5), pOpen: 9 };
    expect(await check(ada!.calls, id, scores)).toEqual({ differences: [], isCheckedByTwo: false });
    expect(await nowOf(ada!.calls, id)).toMatchObject({ mayCheck: false, isCheckedByTwo: false });
    expect(await check(keeper, id, scoresOf(5))).toMatchObject({ differences: [{ field: 'pOpen', kept: 9 }] });
    expect(await check(keeper, id, scores)).toEqual({ differences: [], isCheckedByTwo: true });
  });

  test('no longer counts after a correction', async () => {
    const { id } = await keep();
    await correct(ada!.calls, id, 'pOpen', 9);
    await check(ada!.calls, id, { ...scoresOf(5), pOpen: 9 });
    await correct(ben!.calls, id, 'pOpen', 8);
    const scores = { ...scoresOf(5), pOpen: 8 };
    // The person who saved it confirms the correction, and nobody has confirmed that person's scores since.
    expect(await check(keeper, id, scores)).toMatchObject({ isCheckedByTwo: false });
    // Ada's value was replaced, so none of the scores is hers.
    expect(await check(ada!.calls, id, scores)).toMatchObject({ isCheckedByTwo: true });
  });
});

describe('as a member of staff, the role of the application', () => {
  const asAda = (statement: RawBuilder<unknown>) =>
    asPerson(product.database, ada!.userId, (tx) => statement.execute(tx));

  test.each<[string, (id: string) => RawBuilder<unknown>]>([
    ['change a score', (id) => sql`update ballot_scores set scores = scores || '{"pOpen": 1}' where ballot_id = ${id}`],
    ['delete scores', (id) => sql`delete from ballot_scores where ballot_id = ${id}`],
    ['set the second check', (id) => sql`update kept_ballots set checked_by = ${ben!.userId} where id = ${id}`],
    ['set the time of the second check', (id) => sql`update kept_ballots set checked_at = now() where id = ${id}`],
    ['set totals', (id) => sql`update kept_ballots set p_total = 140 where id = ${id}`],
    [
      'keep a ballot with totals',
      () => sql`insert into kept_ballots (id, school_id, source, kept_by, p_total)
        values (${randomUUID()}, ${schoolId}, 'typed', ${ada!.userId}, 140)`,
    ],
    [
      'keep a ballot as somebody else',
      () => sql`insert into kept_ballots (id, school_id, source, kept_by)
        values (${randomUUID()}, ${schoolId}, 'typed', ${ben!.userId})`,
    ],
    [
      'keep a ballot that was checked',
      () => sql`insert into kept_ballots (id, school_id, source, kept_by, checked_at)
        values (${randomUUID()}, ${schoolId}, 'typed', ${ada!.userId}, now())`,
    ],
    [
      'correct as somebody else',
      (id) => sql`insert into score_corrections (ballot_id, school_id, field, after, reason, by_id)
        values (${id}, ${schoolId}, 'pOpen', 1, 'Misread', ${ben!.userId})`,
    ],
    [
      'invent what a score was',
      (id) => sql`insert into score_corrections (ballot_id, school_id, field, before, after, reason)
        values (${id}, ${schoolId}, 'pOpen', 3, 1, 'Misread')`,
    ],
  ])('can’t %s', async (_what, statement) => {
    const { id } = await keep();
    await expect(asAda(statement(id))).rejects.toMatchObject({ code: '42501' });
  });

  test('changes a score only with a correction, even if several arrive at the same moment', async () => {
    const { id } = await keep();
    const insert = (field: ScoreField, after: number) =>
      asAda(sql`insert into score_corrections (ballot_id, school_id, field, after, reason)
        values (${id}, ${schoolId}, ${field}, ${after}, 'Misread')`);
    await Promise.all([...SCORE_FIELDS.map((field, index) => insert(field, index % 11)), insert('pOpen', 10)]);
    const { scores, corrections, pTotal } = await nowOf(keeper, id);
    for (const field of SCORE_FIELDS) {
      const ofField = corrections.filter((each) => each.field === field);
      expect([ofField[0]!.before, ofField.at(-1)!.after]).toEqual([5, scores[field]]);
      for (const [index, later] of ofField.slice(1).entries()) expect(later.before).toBe(ofField[index]!.after);
    }
    const ours = SCORE_FIELDS.filter((field) => field.startsWith('p')).map((field) => scores[field] ?? 0);
    expect(pTotal).toBe(ours.reduce((sum, score) => sum + score, 0));
  });
});
