// Imports that run into something: changes to the same rounds, rounds between two of the school's teams, and other imports.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { fileThreads } from '#server/season/file-threads.ts';
import { scoresOf } from '../people.ts';
import { refused } from './refused.ts';
import { addRound, fileOf, HEADER, lineFor, SEASON, smallFile } from './season-school.ts';
import { calls, importingSchool, product, run, schoolId } from './importing-school.ts';
import { eventually } from '../eventually.ts';
import { untilBlocked } from '../until-blocked.ts';

importingSchool();

test('a line-up that somebody saves while an import waits stays, and the import follows it', async () => {
  const team = await calls.teams.add({ schoolId, id: randomUUID(), name: 'A Team' });
  const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Harvest' });
  const round = await addRound(calls, { schoolId, tournamentId, teamId: team.id });
  const { id: studentId } = await calls.students.add({ schoolId, id: randomUUID(), name: 'Cy Example', teamId: null });
  const { owner } = product.database;
  const { importing } = await owner.transaction().execute(async (tx) => {
    await tx
      .updateTable('rounds')
      .set((row) => ({ side: row.ref('side') }))
      .where('id', '=', round.id)
      .execute();
    await tx.insertInto('roundParts').values({ schoolId, roundId: round.id, part: 'open', studentId }).execute();
    const running = run(smallFile(lineFor('1', 1, 'open', 'Ann Example', 8)));
    await untilBlocked(product.database);
    return { importing: running };
  });
  expect(await importing).toMatchObject({ ballots: 1, students: 0 });
  const { rows } = await calls.rounds.lineUps({ schoolId, season: SEASON });
  expect(rows[0]?.parts).toEqual([{ part: 'open', studentId, witnessId: null }]);
});

test.each([
  ['the same file', 1, ['NOTHING_NEW', 'none']],
  ['two files', 2, ['none', 'none']],
] as const)(
  'two imports at once of %s add a tournament once: the second waits for the first',
  async (_what, judge, codes) => {
    const files = [1, judge].map((number) => smallFile(lineFor('R1', number, 'open', 'Ann Example', 8)));
    const running = await product.database.owner.transaction().execute(async (tx) => {
      await sql`lock table season_imports in exclusive mode`.execute(tx);
      const both = files.map((file) => refused(run(file)));
      await untilBlocked(product.database, 2);
      return { both };
    });
    expect((await Promise.all(running.both)).map(({ code }) => code).toSorted()).toEqual(codes);
    const { tournaments, ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
    expect(tournaments.filter(({ name }) => name === 'Harvest')).toHaveLength(1);
    expect(ballots).toHaveLength(judge);
  },
);

describe('two rounds that were one, according to a file, because two of the school’s teams met', () => {
  /** A ballot of both teams, with a student of each. */
  const meetingFile = (): File =>
    fileOf(
      [
        `${HEADER},opponent,our side`,
        `${lineFor('1', 1, 'open', 'Ann Example', 8)},B Team,p`,
        `${lineFor('1', 1, 'open', 'Bo Example', 7, 'd')},B Team,p`,
      ].join('\n'),
    );

  async function twoRounds() {
    const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Harvest' });
    const addTeam = (name: string) => calls.teams.add({ schoolId, id: randomUUID(), name });
    const [one, other] = [await addTeam('A Team'), await addTeam('B Team')];
    const p = await addRound(calls, { schoolId, tournamentId, teamId: one.id });
    const d = await addRound(calls, { schoolId, tournamentId, teamId: other.id, side: 'd' });
    return { p, d };
  }
  const keep = (roundId: string, number: number) =>
    calls.keptBallots.keep({
      schoolId,
      id: randomUUID(),
      roundId,
      number,
      judge: '',
      tabMargin: null,
      source: 'typed',
      scores: scoresOf(7),
      comments: {},
      ranks: { attorney: [], witness: [] },
    });
  const sharedWith = async (id: string) =>
    (await calls.seasonBook.season({ schoolId, season: SEASON })).rounds.find((round) => round.id === id)?.sharedWith;

  test('are merged with the ballots of both, and the import’s undo separates them again', async () => {
    const { p, d } = await twoRounds();
    const file = meetingFile();
    expect(await calls.seasonFiles.preview({ schoolId, file, choices: {} })).toMatchObject({
      joins: ['round 1, Harvest'],
      adds: { ballots: 1, rounds: 0 },
    });
    const importId = randomUUID();
    await run(file, {}, importId);
    expect(await sharedWith(d.id)).toBe(p.id);
    expect(await calls.keptBallots.ofRound({ schoolId, roundId: d.id })).toMatchObject([{ roundId: p.id, number: 1 }]);
    expect((await calls.seasonFiles.undo({ schoolId, id: importId })).kept).toEqual([]);
    expect(await sharedWith(d.id)).toBeNull();
  });

  test('stay merged after the undo if the D side’s own ballots have moved', async () => {
    const { p, d } = await twoRounds();
    await keep(d.id, 2);
    const importId = randomUUID();
    await run(meetingFile(), {}, importId);
    const numbers = (await calls.keptBallots.ofRound({ schoolId, roundId: p.id })).map(({ number }) => number);
    expect(numbers).toEqual([1, 2]);
    const { kept } = await calls.seasonFiles.undo({ schoolId, id: importId });
    expect(kept).toEqual([{ name: 'Round 1 as one round of both teams, Harvest', isChanged: false }]);
    expect(await sharedWith(d.id)).toBe(p.id);
  });

  test('lose no ballot if somebody deletes one of them while the import makes them one', async () => {
    const { p, d } = await twoRounds();
    const { id } = await keep(d.id, 2);
    const both = await product.database.owner.transaction().execute(async (tx) => {
      await tx.selectFrom('keptBallots').where('id', '=', id).forUpdate().execute();
      const importing = run(meetingFile());
      await untilBlocked(product.database);
      const removing = calls.rounds.remove({ schoolId, id: p.id });
      await untilBlocked(product.database, 2);
      return { importing, removing };
    });
    await both.importing;
    await both.removing;
    const { rounds, ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
    expect(rounds).toMatchObject([{ id: d.id, sharedWith: null }]);
    expect(ballots.map(({ roundId, number }) => [roundId, number])).toEqual([1, 2].map((number) => [d.id, number]));
  });

  test('can’t be merged if both have a ballot of the same judge', async () => {
    const { p, d } = await twoRounds();
    for (const { id } of [p, d]) await keep(id, 3);
    const { rows, joins } = await calls.seasonFiles.preview({ schoolId, file: meetingFile(), choices: {} });
    expect(joins).toEqual([]);
    expect(rows).toMatchObject([
      { state: 'refused', message: 'Both teams have a ballot of judge 3 in round 1. Delete one of them first.' },
    ]);
  });

  test('can’t be merged if one of them was against a third team', async () => {
    const { d } = await twoRounds();
    const third = await calls.teams.add({ schoolId, id: randomUUID(), name: 'C Team' });
    await product.database.owner.deleteFrom('rounds').where('id', '=', d.id).execute();
    await addRound(calls, {
      schoolId,
      tournamentId: d.tournamentId,
      teamId: third.id,
      side: 'p',
      opponentTeamId: d.teamId ?? '',
    });
    const { rows, adds } = await calls.seasonFiles.preview({ schoolId, file: meetingFile(), choices: {} });
    expect(adds).toMatchObject({ ballots: 0, rounds: 0 });
    expect(rows).toMatchObject([
      { state: 'refused', message: 'B Team has already met another of your teams in round 1.' },
    ]);
  });
});

test('an import reports its progress to the school’s staff', async () => {
  const told: number[] = [];
  const importId = randomUUID();
  const stop = await product.database.listen({
    change: (payload) => {
      const [subject, , recordId, percent] = JSON.parse(payload) as [string, string, string, number?];
      if (subject === 'seasonImport' && recordId === importId && percent !== undefined) told.push(percent);
    },
    gap: () => {},
  });
  const judges = Array.from({ length: 9 }, (_, index) => lineFor('R1', index + 1, 'open', 'Ann Example', 8));
  await run(smallFile(...judges), {}, importId);
  await eventually(() => expect(told.at(-1)).toBe(100));
  expect(told.length).toBeGreaterThan(3);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  await stop();
});

test('a file beyond the queue’s limit is refused for now, and nothing fails', async () => {
  const file = smallFile(lineFor('R1', 1, 'open', 'Ann Example', 8));
  const upload = { name: file.name, bytes: await file.bytes(), facts: {} };
  const queue = { isFull: true };
  // Keeps every place taken: when one file has been read, another takes its place at once.
  const filled = Array.from({ length: 10 }, async (_, index) => {
    do await fileThreads.read(`person ${index}`, upload);
    while (queue.isFull);
  });
  const preview = () => refused(calls.seasonFiles.preview({ schoolId, file, choices: {} }));
  expect(await preview()).toMatchObject({ code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('busy') });
  queue.isFull = false;
  await Promise.all(filled);
  expect(await preview()).toMatchObject({ code: 'none' });
});
