// A season book and a school's invitations have limits, and every call that adds to them names the limit.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seasonOf } from '#contract/seasons.ts';
import { MAX_BALLOTS, MAX_CORRECTIONS, MAX_IMPORTS, MAX_IN_SCHOOL, MAX_ROUNDS } from '#contract/words.ts';
import { fill } from '../fill.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, scoresOf } from '../people.ts';
import { addSeason } from './add-season.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

/** A school that keeps ballots, with its staff's calls and one ballot. */
async function seasonSchool(rounds = 1) {
  const { owner } = product.database;
  const season = seasonOf(new Date());
  const schoolId = await addSeason(owner, { season, rounds, judges: 1, students: 3 });
  const calls = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'primary' } }));
  return { owner, season, schoolId, calls };
}

const seasonFile = (season: string) =>
  new File(
    [
      `season,tournament,round,side,ballot,judge,part,student,kind,score,team
${season},Late,R1,p,1,Rowe,open,Ann,speech,8,New`,
    ],
    'season.csv',
  );

test('saving a ballot, a hand-over and an import are refused with the limit when a season book is full', async () => {
  const { owner, season, schoolId, calls } = await seasonSchool();
  await fill(
    owner,
    sql`insert into kept_ballots (school_id, source)
      select ${schoolId}::uuid, 'typed' from generate_series(1, ${MAX_BALLOTS - 1}) n`,
  );
  const full = { code: 'FULL', status: 409, message: 'A school can have at most 10,000 ballots.' };
  const support = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const handing = support.keptBallots.handOver({
    schoolId,
    id: randomUUID(),
    judge: '',
    source: 'typed',
    scores: scoresOf(5),
  });
  expect(await refused(handing)).toEqual(full);
  const { rounds } = await calls.seasonBook.season({ schoolId, season });
  const ballot = { judge: '', tabMargin: null, source: 'typed' as const, scores: scoresOf(5), comments: {} };
  const ranks = { attorney: [], witness: [] };
  const keeping = { schoolId, id: randomUUID(), roundId: rounds[0]!.id, number: 2, ...ballot, ranks };
  expect(await refused(calls.keptBallots.keep(keeping))).toEqual(full);
  const importing = calls.seasonFiles.run({ schoolId, id: randomUUID(), file: seasonFile(season), choices: {} });
  expect(await refused(importing)).toMatchObject({ code: 'FULL', status: 409 });
});

test('a round between two of a school’s teams counts as two of its 5,000', async () => {
  const { owner, season, schoolId, calls } = await seasonSchool();
  await fill(
    owner,
    sql`insert into rounds (school_id, tournament_id, number, side)
      select school_id, tournament_id, 1 + n % 20, 'p' from rounds, generate_series(1, ${MAX_ROUNDS - 2}) n
        where school_id = ${schoolId}::uuid`,
  );
  const { tournaments } = await calls.seasonBook.season({ schoolId, season });
  const [one, other] = await calls.teams.inSchool({ schoolId });
  const round = { schoolId, tournamentId: tournaments[0]!.id, teamId: one!.id, number: 20, side: 'p' as const };
  const add = (opponentTeamId: string | null) =>
    refused(
      calls.rounds.add({ ...round, id: randomUUID(), opponent: '', outcome: 'played', caseId: null, opponentTeamId }),
    );
  const full = { code: 'FULL', status: 409, message: 'A school can have at most 5,000 rounds.' };
  expect(await add(other!.id)).toEqual(full);
  expect(await add(null)).toEqual({ code: 'none' });
});

test('a school has at most 1,000 imports, and 2,000 open invitations', async () => {
  const { owner, season, schoolId, calls } = await seasonSchool();
  await sql`insert into season_imports (school_id, file_name)
    select ${schoolId}::uuid, n || '.csv' from generate_series(1, ${MAX_IMPORTS}) n`.execute(owner);
  const importing = calls.seasonFiles.run({ schoolId, id: randomUUID(), file: seasonFile(season), choices: {} });
  expect(await refused(importing)).toMatchObject({ code: 'FULL', message: /1,000 imports/ });
  await sql`insert into invitations (school_id, email, token_hash)
    select ${schoolId}::uuid, n || '@full.test', sha256((${schoolId} || n)::bytea) from generate_series(1, ${MAX_IN_SCHOOL}) n`.execute(
    owner,
  );
  const { invitations } = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const invitation = { email: 'one-more@full.test', schoolId, role: 'viewer' as const };
  const full = { code: 'FULL', message: 'A school can have at most 2,000 open invitations.' };
  expect(await refused(invitations.invite(invitation))).toMatchObject(full);
  expect(await refused(invitations.inviteMany({ invitations: [invitation] }))).toMatchObject(full);
  // Inviting the same person again replaces the link.
  await invitations.invite({ ...invitation, email: '1@full.test' });
});

test('a ballot has at most 200 corrections', async () => {
  const { owner, season, schoolId, calls } = await seasonSchool();
  const { ballots } = await calls.seasonBook.season({ schoolId, season });
  const { id } = ballots[0]!;
  await sql`insert into score_corrections (ballot_id, school_id, field, after, reason)
    select ${id}::uuid, ${schoolId}::uuid, 'pOpen', n % 10, 'Misread' from generate_series(2, ${MAX_CORRECTIONS}) n`.execute(
    owner,
  );
  const correct = async (score: number) => {
    const { version } = (await calls.keptBallots.inSeason({ schoolId, season })).rows[0]!;
    const scores = [{ field: 'dOpen' as const, score }];
    return refused(calls.keptBallots.correct({ schoolId, id, version, scores, reason: 'Misread' }));
  };
  expect(await correct(9)).toEqual({ code: 'none' });
  expect(await correct(8)).toMatchObject({ code: 'FULL', message: 'A ballot can have at most 200 corrections.' });
});
