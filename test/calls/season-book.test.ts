// A school keeps ballots on purpose: who may, what stays visible, and what nobody sees.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { Calls } from '#contract/index.ts';
import { seasonOf } from '#contract/seasons.ts';
import { backup } from '#server/backup/backup.ts';
import { deleteOutdatedBooks } from '#server/season/keep-until.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs, scoresOf, type Person } from '../people.ts';
import { refused } from './refused.ts';
import { DETAILS } from './season-school.ts';

const SEASON = seasonOf(new Date());
/** 28 scores; both sides' sums differ. */
const SCORES = Object.fromEntries(SCORE_FIELDS.map((field, index) => [field, index % 11])) as Record<
  ScoreField,
  number
>;
const sum = (side: 'p' | 'd'): number =>
  SCORE_FIELDS.filter((field) => field.startsWith(side)).reduce((total, field) => total + SCORES[field], 0);

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

let school: Awaited<ReturnType<typeof addSchool>>;
let schoolId: string;
let people: Record<'primary' | 'admin' | 'viewer' | 'stranger' | 'superAdmin', Person & { userId: string }>;
let as: Record<keyof typeof people, Calls>;
let roundId: string;

beforeEach(async () => {
  const { database } = product;
  school = await addSchool(database, `School ${randomUUID()}`);
  schoolId = school.id;
  const elsewhere = await addSchool(database, `Elsewhere ${randomUUID()}`);
  const member = (role: 'primary' | 'admin' | 'viewer') =>
    addPerson(database, { roles: { [schoolId]: role }, name: role });
  people = {
    primary: await member('primary'),
    admin: await member('admin'),
    viewer: await member('viewer'),
    stranger: await addPerson(database, { roles: { [elsewhere.id]: 'primary' } }),
    superAdmin: await addPerson(database, { superAdmin: true }),
  };
  as = Object.fromEntries(
    Object.entries(people).map(([kind, person]) => [kind, callsAs(product, person)]),
  ) as typeof as;
  await as.primary.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
  roundId = (await addRound({ number: 1 })).id;
});

const addRound = (round: { number: number; side?: 'p' | 'd'; teamId?: string; opponentTeamId?: string }) =>
  as.admin.rounds.add({
    schoolId,
    id: randomUUID(),
    tournamentId: school.tournamentId,
    teamId: school.teamId,
    side: 'p',
    opponent: '1432',
    outcome: 'played',
    caseId: null,
    ...round,
  });
const ballot = (more: object = {}) => ({
  schoolId,
  id: randomUUID(),
  roundId,
  number: 1,
  judge: 'Rowe',
  ...DETAILS,
  scores: SCORES as Record<ScoreField, number | null>,
  ...more,
});
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const seasonAs = (kind: keyof typeof people) => as[kind].seasonBook.season({ schoolId, season: SEASON });

test('only a Primary Admin says whether a school keeps ballots, and without that nobody can keep one', async () => {
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

test('a kept ballot has each of its 28 scores in its cell, and its totals', async () => {
  await as.admin.keptBallots.keep(ballot());
  const [kept] = await as.admin.keptBallots.ofRound({ schoolId, roundId });
  expect(kept).toMatchObject({ scores: SCORES, pTotal: sum('p'), dTotal: sum('d'), unread: 0, keptBy: 'admin' });
});

test('a cell that was not read is no 0', async () => {
  await as.admin.keptBallots.keep(ballot({ scores: { ...scoresOf(0), pOpen: null, dClose: null } }));
  expect((await seasonAs('viewer')).ballots).toMatchObject([{ pTotal: 0, dTotal: 0, unread: 2 }]);
});

test('a ballot sent twice is kept once, and a judge has one ballot in a round', async () => {
  const sent = ballot();
  const first = await as.admin.keptBallots.keep(sent);
  expect(await as.admin.keptBallots.keep(sent)).toEqual(first);
  expect(await refused(as.admin.keptBallots.keep(ballot()))).toMatchObject({ code: 'JUDGE_TAKEN', status: 409 });
  expect(await refused(as.admin.keptBallots.keep({ ...sent, scores: scoresOf(1) }))).toMatchObject({
    code: 'CONFLICT',
  });
});

describe('a round between two teams of the school', () => {
  /** Both rounds of number 2, the first team's first. */
  const bothRounds = async () => {
    const { rounds } = await seasonAs('admin');
    return rounds.filter(({ number }) => number !== 1).toSorted((one) => (one.teamId === school.teamId ? -1 : 1));
  };
  const meet = async (side: 'p' | 'd') => {
    const opponentTeamId = randomUUID();
    await as.admin.teams.add({ schoolId, id: opponentTeamId, name: 'Second Team' });
    const own = await addRound({ number: 2, side, opponentTeamId });
    const [, other] = await bothRounds();
    return { own, other: other! };
  };

  test('changes its number, case and outcome for both teams', async () => {
    const { own, other } = await meet('p');
    const changed = { number: 3, outcome: 'forfeit won' } as const;
    await as.admin.rounds.update({ schoolId, id: own.id, version: own.version, changed });
    expect(await bothRounds()).toMatchObject([
      { id: own.id, number: 3, outcome: 'forfeit won', side: 'p', sharedWith: null },
      { id: other.id, number: 3, outcome: 'forfeit lost', side: 'd', sharedWith: own.id },
    ]);
  });

  test.each(['p', 'd'] as const)('changes sides for both teams, and its ballots stay one set', async (side) => {
    const { own, other } = await meet(side);
    await as.admin.keptBallots.keep(ballot({ roundId: own.id }));
    const changed = { side: side === 'p' ? 'd' : 'p' } as const;
    const saved = await as.admin.rounds.update({ schoolId, id: own.id, version: own.version, changed });
    const holder = side === 'p' ? other.id : own.id;
    expect(await bothRounds()).toMatchObject([
      { ...saved, side: changed.side, sharedWith: side === 'p' ? other.id : null },
      { id: other.id, side, sharedWith: side === 'p' ? null : own.id },
    ]);
    for (const id of [own.id, other.id])
      expect(await as.admin.keptBallots.ofRound({ schoolId, roundId: id })).toMatchObject([{ roundId: holder }]);
  });

  test('is refused with a number that the other team has already, and nothing changes', async () => {
    const { own, other } = await meet('p');
    await addRound({ number: 4, teamId: other.teamId! });
    const updating = as.admin.rounds.update({ schoolId, id: own.id, version: own.version, changed: { number: 4 } });
    expect(await refused(updating)).toMatchObject({ code: 'ROUND_TAKEN' });
    expect((await bothRounds()).filter(({ number }) => number === 2)).toHaveLength(2);
  });

  test('takes over the ballots that the D side had before', async () => {
    await as.admin.keptBallots.keep(ballot());
    const opponentTeamId = randomUUID();
    await as.admin.teams.add({ schoolId, id: opponentTeamId, name: 'Second Team' });
    const { version } = (await seasonAs('admin')).rounds[0]!;
    await as.admin.rounds.update({ schoolId, id: roundId, version, changed: { side: 'd' } });
    const p = await addRound({ number: 1, teamId: opponentTeamId, opponentTeamId: school.teamId });
    expect(await as.admin.keptBallots.ofRound({ schoolId, roundId })).toMatchObject([{ roundId: p.id }]);
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
  expect(await as.viewer.keptBallots.inSeason({ schoolId, season: SEASON })).toEqual([]);
  expect(await as.viewer.rounds.lineUps({ schoolId, season: SEASON })).toEqual([]);
  expect(await as.viewer.metrics.season({ schoolId, season: SEASON })).toBeNull();
});

test.each(['stranger', 'superAdmin'] as const)('a %s sees nothing of a season', async (kind) => {
  await as.admin.keptBallots.keep(ballot());
  expect(await seasonAs(kind)).toEqual({ tournaments: [], rounds: [], ballots: [] });
  expect(await as[kind].seasonBook.seasons({ schoolId })).toEqual([]);
  expect(await as[kind].keptBallots.inSeason({ schoolId, season: SEASON })).toEqual([]);
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

describe('corrections', () => {
  test('a score changes only with a reason; before, after, who and when stay beside it', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    const change = { schoolId, id, version, scores: [{ field: 'pOpen' as const, score: 9 }] };
    expect(await refused(as.primary.keptBallots.correct({ ...change, reason: ' ' }))).toMatchObject({
      code: 'BAD_REQUEST',
    });
    const corrected = await as.primary.keptBallots.correct({ ...change, reason: 'The 9 looked like a 0' });
    expect(corrected.scores.pOpen).toBe(9);
    expect(corrected.pTotal).toBe(sum('p') - SCORES.pOpen + 9);
    expect(corrected.corrections).toEqual([
      {
        id: expect.any(String),
        field: 'pOpen',
        before: SCORES.pOpen,
        after: 9,
        reason: 'The 9 looked like a 0',
        by: 'primary',
        at: expect.any(Date),
      },
    ]);
  });

  test('of two corrections at the same moment the second learns of the first', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    const change = (score: number) => ({
      schoolId,
      id,
      version,
      scores: [{ field: 'pOpen' as const, score }],
      reason: 'Misread',
    });
    await as.primary.keptBallots.correct(change(9));
    expect(await refused(as.admin.keptBallots.correct(change(8)))).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  test('the history says that a ballot was kept and corrected, and has no score', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    await as.admin.keptBallots.correct({
      schoolId,
      id,
      version,
      scores: [{ field: 'pOpen', score: 9 }],
      reason: 'Misread',
    });
    const member = await addPerson(product.database, { superAdmin: true, roles: { [schoolId]: 'viewer' } });
    const { rows } = await callsAs(product, member).history.list({ recordId: id });
    expect(rows.map(({ action, subject, before, after }) => ({ action, subject, before, after }))).toEqual([
      { action: 'update', subject: 'keptBallot', before: null, after: null },
      { action: 'create', subject: 'keptBallot', before: null, after: null },
    ]);
  });
});

describe('a second check', () => {
  test('is somebody else’s, shows only what differs, and ends with a correction', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    expect(await refused(as.admin.keptBallots.secondCheck({ schoolId, id, scores: SCORES }))).toMatchObject({
      code: 'SAME_PERSON',
    });
    const typed = { ...SCORES, dCross2: SCORES.dCross2 === 10 ? 0 : 10 };
    expect(await as.primary.keptBallots.secondCheck({ schoolId, id, scores: typed })).toEqual({
      differences: [{ field: 'dCross2', kept: SCORES.dCross2 }],
      isCheckedByTwo: false,
    });
    expect((await seasonAs('viewer')).ballots).toMatchObject([{ isCheckedByTwo: false }]);
    expect(await as.primary.keptBallots.secondCheck({ schoolId, id, scores: SCORES })).toEqual({
      differences: [],
      isCheckedByTwo: true,
    });
    const [checked] = await as.admin.keptBallots.ofRound({ schoolId, roundId });
    expect(checked).toMatchObject({ isCheckedByTwo: true, checkedBy: 'primary' });
    await as.admin.keptBallots.correct({
      schoolId,
      id,
      version: checked?.version ?? version,
      scores: [{ field: 'dCross2', score: typed.dCross2 }],
      reason: 'Both had misread it',
    });
    expect((await seasonAs('viewer')).ballots).toMatchObject([{ isCheckedByTwo: false }]);
  });
});

describe('rounds', () => {
  test('a team has each number once at a tournament', async () => {
    expect(await refused(addRound({ number: 1 }))).toMatchObject({ code: 'ROUND_TAKEN', status: 409 });
  });

  test('the school’s own two teams meet once: both rounds show the same ballots, counted once', async () => {
    const { id: otherTeam } = await as.admin.teams.add({ schoolId, id: randomUUID(), name: 'Second Team' });
    const round = await addRound({ number: 2, side: 'd', opponentTeamId: otherTeam });
    expect(round.sharedWith).not.toBeNull();
    const kept = await as.admin.keptBallots.keep(ballot({ roundId: round.id }));
    expect(kept.roundId).toBe(round.sharedWith);
    for (const side of [round.id, round.sharedWith ?? ''])
      expect(await as.admin.keptBallots.ofRound({ schoolId, roundId: side })).toMatchObject([{ id: kept.id }]);
    const season = await seasonAs('viewer');
    expect(season.ballots).toHaveLength(1);
    expect(season.rounds.filter(({ number }) => number === 2).map(({ side }) => side)).toEqual(['p', 'd']);
  });

  test('a line-up is replaced as a whole, and not over somebody else’s', async () => {
    const setTo = (part: 'open' | 'close', version: number) =>
      as.admin.rounds.setLineUp({
        schoolId,
        roundId,
        version,
        parts: [{ part, studentId: school.studentId, witnessId: null }],
      });
    const first = await setTo('open', 1);
    expect(await refused(setTo('close', 1))).toMatchObject({ code: 'CHANGED_MEANWHILE' });
    await setTo('close', first.version);
    expect(await as.admin.rounds.lineUps({ schoolId, season: SEASON })).toMatchObject([
      { roundId, parts: [{ part: 'close' }] },
    ]);
  });
});

describe('a student', () => {
  let student: Person & { userId: string };
  beforeEach(async () => {
    student = await addPerson(product.database, { roles: { [schoolId]: 'viewer' } });
    const changed = { userId: student.userId };
    await as.admin.students.update({ schoolId, id: school.studentId, version: 1, changed });
    const parts = [
      { part: 'open' as const, studentId: school.studentId, witnessId: null },
      { part: 'cross2' as const, studentId: school.studentId, witnessId: null },
    ];
    await as.admin.rounds.setLineUp({ schoolId, roundId, version: 1, parts });
    await as.admin.keptBallots.keep(
      ballot({
        comments: { 'p open': 'Calm and clear', 'p close': 'For somebody else' },
        ranks: { attorney: [null, school.studentId], witness: [] },
      }),
    );
  });

  test('who is linked to a person reads their scores with what they are compared to, and nobody else’s', async () => {
    const calls = callsAs(product, student);
    const mean = SCORE_FIELDS.reduce((total, field) => total + SCORES[field], 0) / SCORE_FIELDS.length;
    const own = await calls.ownScores.inSchool({ schoolId });
    expect(own).toMatchObject([
      { part: 'cross2', field: 'pCross2', score: SCORES.pCross2, opponent: SCORES.dWCross2, rank: 2, comment: null },
      { part: 'open', field: 'pOpen', score: SCORES.pOpen, opponent: SCORES.dOpen, rank: 2, comment: 'Calm and clear' },
    ]);
    expect(own[0]?.ballotMean).toBeCloseTo(mean);
    expect(await calls.keptBallots.ofRound({ schoolId, roundId })).toEqual([]);
    expect(await as.viewer.ownScores.inSchool({ schoolId })).toEqual([]);
    expect(await calls.metrics.own({ schoolId, season: SEASON })).toMatchObject([
      { studentId: school.studentId, role: 'opening', rounds: 1 },
      { studentId: school.studentId, role: 'attorney-cross' },
    ]);
    expect(await as.viewer.metrics.own({ schoolId, season: SEASON })).toEqual([]);
  });

  test('a person of another school can’t be linked', async () => {
    const changed = { userId: people.stranger.userId };
    const foreign = as.admin.students.update({ schoolId, id: school.studentId, version: 2, changed });
    expect(await refused(foreign)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('who is anonymized is in no table and no later backup by name, and the scores stay without a name', async () => {
    const name = `Zebulon Quill ${randomUUID()}`;
    const { version } = (await as.admin.students.inSchool({ schoolId })).find(({ id }) => id === school.studentId) ?? {
      version: 0,
    };
    await as.admin.students.update({ schoolId, id: school.studentId, version, changed: { name } });
    expect(await dump()).toContain(name);
    await as.admin.students.anonymize({ schoolId, id: school.studentId });
    expect(await dump()).not.toContain(name);
    expect(JSON.stringify(product.logged)).not.toMatch(/Zebulon|pOpen|Calm and clear/);
    const [kept] = await as.admin.keptBallots.ofRound({ schoolId, roundId });
    expect(kept).toMatchObject({ scores: SCORES, comments: { 'p close': 'For somebody else' } });
    expect(kept?.comments).not.toHaveProperty('p open');
    const [lineUp] = await as.admin.rounds.lineUps({ schoolId, season: SEASON });
    expect(lineUp?.parts.every(({ studentId }) => studentId === null)).toBe(true);
  });
});

/** Everything that a backup made now would hold. */
async function dump(): Promise<string> {
  const lines: string[] = [];
  await backup(product.database, async (text) => void lines.push(text));
  return lines.join('');
}

test('a super admin hands a checked ballot over; the school’s staff gives it a round', async () => {
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

test('a super admin’s history has nothing of the rounds and ballots of other schools', async () => {
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

test('a Primary Admin deletes everything that was kept; teams, students and tournaments stay', async () => {
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

test('what is kept until a day is deleted the day after', async () => {
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

test('nobody sets a last day that comes before its notice', async () => {
  const change = (days: number) =>
    as.primary.seasonBook.change({ schoolId, version: 1, changed: { keepUntil: dayIn(days) } });
  expect(await refused(change(28))).toMatchObject({
    code: 'TOO_SOON',
    message: 'Choose a day at least 30 days ahead. Your dashboard announces it 30 days before.',
  });
  // A day less than 30, because a person’s calendar may be a day ahead of the server’s.
  expect(await change(29)).toMatchObject({ keepUntil: dayIn(29) });
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
