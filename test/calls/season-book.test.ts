// The season book: who can turn it on and save ballots, who sees what, and how it is deleted.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { deleteOutdatedBooks } from '#server/season/keep-until.ts';
import { addPerson, addSchool, callsAs, scoresOf, type Person } from '../people.ts';
import { refused } from './refused.ts';
import {
  addRound,
  seasonBookWorld,
  SEASON,
  SCORES,
  sum,
  product,
  school,
  schoolId,
  people,
  as,
  roundId,
  ballot,
  dayIn,
  seasonAs,
} from './season-book-world.ts';

seasonBookWorld();
const NO_PAGE = { rows: [], next: null };

test('only a Primary Admin can turn on Keep ballots, and until then nobody can save one', async () => {
  const change = (kind: keyof typeof people, keepsBallots: boolean) =>
    refused(as[kind].seasonBook.change({ schoolId, version: 1, changed: { keepsBallots } }));
  for (const kind of ['admin', 'viewer', 'stranger', 'superAdmin'] as const)
    expect(await change(kind, false)).toMatchObject({ code: 'FORBIDDEN' });
  expect(await change('primary', false)).toEqual({ code: 'none' });
  expect(await refused(as.admin.keptBallots.keep(ballot()))).toMatchObject({
    code: 'NOT_KEEPING',
    message: 'This school doesn’t keep ballots. Its Primary Admin can change that.',
  });
  expect(await change('primary', true)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
});

test('a saved ballot has each of its 28 scores in its cell, and its totals', async () => {
  await as.admin.keptBallots.keep(ballot());
  const [kept] = await as.admin.keptBallots.ofRound({ schoolId, roundId });
  expect(kept).toMatchObject({ scores: SCORES, pTotal: sum('p'), dTotal: sum('d'), unread: 0, keptBy: 'admin' });
});

test('an unread cell is not a 0', async () => {
  await as.admin.keptBallots.keep(ballot({ scores: { ...scoresOf(0), pOpen: null, dClose: null } }));
  expect((await seasonAs('viewer')).ballots).toMatchObject([{ pTotal: 0, dTotal: 0, unread: 2 }]);
});

test('a ballot sent twice is saved once, and a judge has one ballot in a round', async () => {
  const sent = ballot();
  const first = await as.admin.keptBallots.keep(sent);
  expect(await as.admin.keptBallots.keep(sent)).toEqual(first);
  expect(await refused(as.admin.keptBallots.keep(ballot()))).toMatchObject({ code: 'JUDGE_TAKEN', status: 409 });
  expect(await refused(as.admin.keptBallots.keep({ ...sent, scores: scoresOf(1) }))).toMatchObject({
    code: 'CONFLICT',
  });
});

test('viewers see rounds and totals, and no score, line-up or correction', async () => {
  const { id } = await as.admin.keptBallots.keep(ballot());
  await as.admin.keptBallots.correct({
    schoolId,
    id,
    version: 2,
    scores: [{ field: 'pOpen', score: 9 }],
    reason: 'Blurred',
  });
  const season = await seasonAs('viewer');
  expect(season.rounds).toMatchObject([{ id: roundId, opponent: '1432' }]);
  expect(Object.keys(season.ballots[0] ?? {})).not.toContain('scores');
  expect(await as.viewer.keptBallots.ofRound({ schoolId, roundId })).toEqual([]);
  expect(await as.viewer.keptBallots.inSeason({ schoolId, season: SEASON })).toEqual(NO_PAGE);
  expect(await as.viewer.rounds.lineUps({ schoolId, season: SEASON })).toEqual(NO_PAGE);
  expect(await as.viewer.metrics.season({ schoolId, season: SEASON })).toBeNull();
});

test.each(['stranger', 'superAdmin'] as const)('a %s sees nothing of a season', async (kind) => {
  await as.admin.keptBallots.keep(ballot());
  expect(await seasonAs(kind)).toEqual({ tournaments: [], rounds: [], ballots: [] });
  expect(await as[kind].seasonBook.seasons({ schoolId })).toEqual([]);
  expect(await as[kind].keptBallots.inSeason({ schoolId, season: SEASON })).toEqual(NO_PAGE);
  expect(await refused(as[kind].keptBallots.keep(ballot({ number: 2 })))).toMatchObject({ code: 'FORBIDDEN' });
});

test('a school can’t put its round or ballot into another school’s tournament or round', async () => {
  const other = await addSchool(product.database, `Other ${randomUUID()}`);
  const foreign = { tournamentId: other.tournamentId, teamId: school.teamId };
  const round = {
    schoolId,
    id: randomUUID(),
    number: 5,
    side: 'p',
    opponent: '',
    outcome: 'played',
    caseId: null,
  } as const;
  expect(await refused(as.admin.rounds.add({ ...round, ...foreign }))).toMatchObject({ code: 'NOT_FOUND' });
  const [othersRound] = await product.database.owner
    .insertInto('rounds')
    .values({
      schoolId: other.id,
      tournamentId: other.tournamentId,
      number: 1,
      side: 'p',
      opponent: '',
      outcome: 'played',
    })
    .returning('id')
    .execute();
  expect(await refused(as.admin.keptBallots.keep(ballot({ roundId: othersRound?.id })))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a super admin hands over a checked ballot, and the school’s staff assigns it to a round', async () => {
  const id = randomUUID();
  const handed = { schoolId, id, judge: 'Marsh', source: 'photo' as const, scores: SCORES };
  await as.superAdmin.keptBallots.handOver(handed);
  await as.superAdmin.keptBallots.handOver(handed);
  expect(await as.superAdmin.keptBallots.waiting({ schoolId })).toEqual([]);
  const [waiting] = await as.admin.keptBallots.waiting({ schoolId });
  expect(waiting).toMatchObject({
    id,
    roundId: null,
    judge: 'Marsh',
    scores: SCORES,
    keptBy: null,
    isHandedOver: true,
  });
  await as.admin.keptBallots.update({ schoolId, id, version: waiting?.version ?? 0, changed: { roundId, number: 3 } });
  expect((await seasonAs('viewer')).ballots).toMatchObject([{ id, roundId, number: 3, pTotal: sum('p') }]);
  expect(await refused(as.primary.keptBallots.handOver({ ...handed, id: randomUUID() }))).toMatchObject({
    code: 'FORBIDDEN',
  });
  const takenId = (await as.admin.keptBallots.keep(ballot())).id;
  expect(await refused(as.superAdmin.keptBallots.handOver({ ...handed, id: takenId }))).toMatchObject({
    code: 'CONFLICT',
  });
  const bare = await addSchool(product.database, `Bare ${randomUUID()}`);
  const toBare = as.superAdmin.keptBallots.handOver({ ...handed, schoolId: bare.id, id: randomUUID() });
  expect(await refused(toBare)).toMatchObject({ code: 'NOT_KEEPING' });
});

test('a super admin’s history doesn’t contain the rounds and ballots of other schools', async () => {
  await as.admin.keptBallots.keep(ballot());
  const subjectsFor = async (person: Person) => {
    const { rows } = await callsAs(product, person).history.list({ recordId: schoolId });
    return rows.map(({ subject }) => subject);
  };
  expect(await subjectsFor(people.superAdmin)).toContain('seasonBook');
  expect(await subjectsFor(people.superAdmin)).not.toEqual(expect.arrayContaining(['round']));
  expect(await subjectsFor(people.superAdmin)).not.toEqual(expect.arrayContaining(['keptBallot']));
  const own = await addPerson(product.database, { superAdmin: true, roles: { [schoolId]: 'viewer' } });
  expect(await subjectsFor(own)).toEqual(expect.arrayContaining(['round', 'keptBallot']));
});

test('a Primary Admin deletes the whole season book; teams, students and tournaments stay', async () => {
  await as.admin.keptBallots.keep(ballot());
  expect(await as.primary.seasonBook.deletionImpact({ schoolId })).toEqual({ rounds: 1, ballots: 1 });
  expect(await refused(as.admin.seasonBook.deleteEverything({ schoolId }))).toMatchObject({ code: 'FORBIDDEN' });
  await as.primary.seasonBook.deleteEverything({ schoolId });
  expect(await seasonAs('primary')).toMatchObject({
    tournaments: [{ id: school.tournamentId }],
    rounds: [],
    ballots: [],
  });
  expect(await as.primary.seasonBook.ofSchool({ schoolId })).toMatchObject({ keepsBallots: false });
  const { rows } = await sql`select 1 from ballot_scores where school_id = ${schoolId}`.execute(product.database.owner);
  expect(rows).toEqual([]);
});

test('deleting everything without a season book also deletes the rounds of deleted tournaments', async () => {
  await as.primary.seasonBook.deleteEverything({ schoolId });
  await addRound({ number: 1 });
  await as.primary.tournaments.remove({ schoolId, id: school.tournamentId });
  await as.primary.seasonBook.deleteEverything({ schoolId });
  await as.primary.deletedEntries.restore({ schoolId, id: school.tournamentId });
  expect((await seasonAs('primary')).rounds).toEqual([]);
});

test('ballots with a last day are deleted the day after it', async () => {
  await as.admin.keptBallots.keep(ballot());
  const keepUntil = async (day: string) => {
    await sql`update season_books set keep_until = ${day}::date where school_id = ${schoolId}`.execute(
      product.database.owner,
    );
    await deleteOutdatedBooks(product.database);
    return (await seasonAs('viewer')).ballots.length;
  };
  expect(await keepUntil(dayIn(0))).toBe(1);
  expect(await keepUntil(dayIn(-2))).toBe(0);
});

test('a last day within the notice period is refused', async () => {
  const change = (days: number) =>
    as.primary.seasonBook.change({ schoolId, version: 1, changed: { keepUntil: dayIn(days) } });
  expect(await refused(change(28))).toMatchObject({
    code: 'TOO_SOON',
    message: 'Choose a day at least 30 days ahead. Your dashboard announces it 30 days before.',
  });
  // A day less than 30, because a person’s calendar may be a day ahead of the server’s.
  expect(await change(29)).toMatchObject({ keepUntil: dayIn(29) });
  const { rows } = await callsAs(product, people.superAdmin).history.list({ subject: 'seasonBook' });
  expect(rows[0]).toMatchObject({ before: { keepUntil: null }, after: { keepUntil: dayIn(29) } });
});

test('the figures of a season follow its ballots', async () => {
  await as.admin.rounds.setLineUp({
    schoolId,
    roundId,
    version: 1,
    parts: [{ part: 'open', studentId: school.studentId, witnessId: null }],
  });
  await as.admin.keptBallots.keep(ballot());
  const figures = () => as.admin.metrics.season({ schoolId, season: SEASON });
  const before = await figures();
  expect(before).toMatchObject({
    rounds: 1,
    ballots: 1,
    isEstimated: false,
    estimates: [{ role: 'opening', scores: 1 }],
  });
  expect(await figures()).toEqual(before);
  await as.admin.keptBallots.keep(ballot({ number: 2, scores: { ...SCORES, pOpen: 10 } }));
  const after = await figures();
  expect(after).toMatchObject({ ballots: 2, estimates: [{ scores: 2 }] });
  // A school's only opener is its average opener.
  expect(after?.estimates[0]?.estimate).toBeCloseTo(0, 6);
});
