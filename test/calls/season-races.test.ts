// People add rounds and ballots while others undo the import that they belong to, or delete the whole season book. A ballot that was
// acknowledged is never deleted without a copy, and a school that keeps no ballots has none.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs, scoresOf } from '../people.ts';
import { addRound, DETAILS, keepingSchool, lineFor, SEASON, smallFile } from './season-school.ts';

/** The moments of a race vary, so it is run several times; `npm run test:long` runs it more often. */
const RACES = Number(process.env['TEST_STEPS'] ?? 12);
const JUDGES = [2, 3, 4];
const EXPECTED_REFUSALS = ['NOT_FOUND', 'NOT_KEEPING', 'CHANGED_MEANWHILE'];

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

/** Sends a call again that was refused because it had to wait too long for others on a busy machine. */
async function sent(write: () => Promise<unknown>): Promise<unknown> {
  return write().catch((error: { code?: string }) => {
    if (error.code === 'SERVICE_UNAVAILABLE') return sent(write);
    throw error;
  });
}

/** Runs the writes together, each a little later than the one before, and returns which were acknowledged. */
async function race(writes: Record<string, () => Promise<unknown>>, spread: number): Promise<string[]> {
  const started = Object.entries(writes).map(async ([name, write], index) => {
    await wait(index * spread);
    return sent(write).then(
      () => [name],
      (error: { code?: string }) => {
        expect(EXPECTED_REFUSALS).toContain(error.code);
        return [];
      },
    );
  });
  return (await Promise.all(started)).flat();
}

const keepIn = (calls: Calls, schoolId: string, roundId: string, number: number) =>
  calls.keptBallots.keep({
    schoolId,
    id: randomUUID(),
    roundId,
    number,
    judge: 'Rowe',
    ...DETAILS,
    scores: scoresOf(5),
  });

/** A school with an import of one round, and the calls of two of its people. */
async function importedSchool() {
  const { schoolId, calls, school } = await keepingSchool(product);
  const colleague = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  const importId = randomUUID();
  const file = smallFile(lineFor('R1', 1, 'open', 'Ann Imported', 8));
  await calls.seasonFiles.run({ schoolId, id: importId, file, choices: {} });
  const { rounds, tournaments } = await calls.seasonBook.season({ schoolId, season: SEASON });
  const round = rounds[0]!;
  const student = (await calls.students.inSchool({ schoolId })).find(({ name }) => name === 'Ann Imported')!;
  const tournamentId = tournaments.find(({ name }) => name === 'Harvest')!.id;
  return { schoolId, calls, colleague, school, importId, round, student, tournamentId, teamId: round.teamId! };
}

test('undoing an import deletes nothing that was acknowledged to others', async () => {
  for (let run = 0; run < RACES; run += 1) {
    const { schoolId, calls, colleague, school, importId, round, student, tournamentId, teamId } =
      await importedSchool();
    const own = await addRound(calls, { schoolId, tournamentId: school.tournamentId, teamId: school.teamId });
    const moved = await keepIn(calls, schoolId, own.id, 5);
    const [member] = (await calls.students.inSchool({ schoolId })).filter(({ id }) => id === school.studentId);
    const { id, version } = own;
    const parts = [{ part: 'close' as const, studentId: student.id, witnessId: null }];
    const writes: Record<string, () => Promise<unknown>> = {
      undo: () => calls.seasonFiles.undo({ schoolId, id: importId }),
      round: () => addRound(colleague, { schoolId, tournamentId, teamId: school.teamId, number: 2 }),
      'round of the team': () =>
        addRound(colleague, { schoolId, tournamentId: school.tournamentId, teamId, number: 3 }),
      move: () =>
        colleague.keptBallots.update({
          schoolId,
          id: moved.id,
          version: moved.version,
          changed: { roundId: round.id },
        }),
      'line-up': () => colleague.rounds.setLineUp({ schoolId, roundId: id, version, parts }),
      member: () =>
        colleague.students.update({ schoolId, id: member!.id, version: member!.version, changed: { teamId } }),
    };
    for (const judge of JUDGES) writes[`ballot ${judge}`] = () => keepIn(colleague, schoolId, round.id, judge);
    const order = Object.entries(writes).toSorted(([one], [two]) => (run % 2 === 0 ? 1 : -1) * one.localeCompare(two));
    const acknowledged = await race(Object.fromEntries(order), run % 4);

    const season = await calls.seasonBook.season({ schoolId, season: SEASON });
    const found = new Set<string>(['undo', ...season.ballots.map(({ number }) => `ballot ${number}`)]);
    const roundWith = (number: number) => season.rounds.find((each) => each.number === number && each.id !== id);
    if (roundWith(2)) found.add('round');
    if (roundWith(3)?.teamId === teamId) found.add('round of the team');
    if (season.ballots.some((ballot) => ballot.id === moved.id)) found.add('move');
    const { rows: lineUps } = await calls.rounds.lineUps({ schoolId, season: SEASON });
    if (lineUps.some(({ roundId, parts: now }) => roundId === id && now[0]?.studentId === student.id))
      found.add('line-up');
    const students = await calls.students.inSchool({ schoolId });
    if (students.some((each) => each.id === member!.id && each.teamId === teamId)) found.add('member');
    expect(acknowledged.filter((name) => !found.has(name))).toEqual([]);
  }
});

test('a school whose season book was deleted has no ballots, even if some were being added', async () => {
  const support = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  for (let run = 0; run < RACES; run += 1) {
    const { schoolId, calls, colleague, school, round } = await importedSchool();
    await calls.tournaments.remove({ schoolId, id: round.tournamentId });
    const own = await addRound(calls, { schoolId, tournamentId: school.tournamentId, teamId: school.teamId });
    // A tournament each, because two imports that add the same one refuse each other.
    const files = ['Spring', 'Winter'].map((name) =>
      smallFile(lineFor('R1', 1, 'open', 'Ann Imported', 8).replace('Harvest', name)),
    );
    const handed = () =>
      support.keptBallots.handOver({ schoolId, id: randomUUID(), judge: '', source: 'typed', scores: scoresOf(5) });
    const order: [string, () => Promise<unknown>][] = [
      ['import', () => colleague.seasonFiles.run({ schoolId, id: randomUUID(), file: files[0]!, choices: {} })],
      ['hand-over', handed],
      ['ballot', () => keepIn(colleague, schoolId, own.id, 2)],
      ['restore', () => colleague.deletedEntries.restore({ schoolId, id: round.tournamentId })],
      ['delete', () => calls.seasonBook.deleteEverything({ schoolId })],
      ['later hand-over', handed],
      ['later ballot', () => keepIn(colleague, schoolId, own.id, 3)],
      ['later import', () => colleague.seasonFiles.run({ schoolId, id: randomUUID(), file: files[1]!, choices: {} })],
    ];
    const acknowledged = await race(Object.fromEntries(run % 2 === 0 ? order : order.toReversed()), run % 4);
    expect(acknowledged).toContain('delete');
    const kept = product.database.owner.selectFrom('keptBallots').select('source').where('schoolId', '=', schoolId);
    expect(await kept.execute()).toEqual([]);
  }
});

test('deleting a round in which two own teams met deletes no ballot of it that a colleague saves meanwhile', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const { tournamentId, teamId } = school;
  const colleague = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  const { id: opponentTeamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'Second Team' });
  for (let run = 0; run < RACES; run += 1) {
    const p = await addRound(calls, { schoolId, tournamentId, teamId, opponentTeamId });
    const before = await calls.seasonBook.season({ schoolId, season: SEASON });
    const d = before.rounds.find(({ sharedWith }) => sharedWith === p.id)!;
    const [deleted, left] = run % 2 === 0 ? [p, d] : [d, p];
    const writes: Record<string, () => Promise<unknown>> = {
      remove: () => calls.rounds.remove({ schoolId, id: deleted.id }),
      'judge 1': () => keepIn(colleague, schoolId, deleted.id, 1),
      'judge 2': () => keepIn(colleague, schoolId, left.id, 2),
    };
    const order = Object.entries(writes)
      .slice(run % 3)
      .concat(Object.entries(writes).slice(0, run % 3));
    const acknowledged = await race(Object.fromEntries(order), run % 4);
    expect(acknowledged).toContain('remove');
    const { rounds, ballots } = await calls.seasonBook.season({ schoolId, season: SEASON });
    expect(rounds.find(({ id }) => id === left.id)).toMatchObject({ sharedWith: null });
    const kept = ballots.filter(({ roundId }) => roundId === left.id).map(({ number }) => `judge ${number}`);
    expect(['remove', ...kept].toSorted()).toEqual(acknowledged.toSorted());
    await calls.rounds.remove({ schoolId, id: left.id });
  }
});

test('no change is refused because a colleague swaps the sides of its round at the same moment', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const { tournamentId, teamId } = school;
  const colleague = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  for (let run = 0; run < RACES; run += 1) {
    const { id: opponentTeamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: `Opponents ${run}` });
    const { id, version } = await addRound(calls, { schoolId, tournamentId, teamId, opponentTeamId });
    const ballot = await keepIn(calls, schoolId, id, 1);
    const sides = () => calls.rounds.update({ schoolId, id, version, changed: { side: 'd' } });
    const scores = [{ field: 'pOpen', score: 6 }];
    const correct = () =>
      colleague.keptBallots.correct({ schoolId, id: ballot.id, version: ballot.version, scores, reason: 'Typo' });
    const team = () => colleague.teams.remove({ schoolId, id: opponentTeamId });
    const other = run % 2 === 0 ? { correct } : { team };
    await race(run % 4 < 2 ? { sides, ...other } : { ...other, sides }, run % 3);
    await calls.rounds.remove({ schoolId, id });
  }
});

test('in a school without a season book, no change of a round is refused because others happen at the same moment', async () => {
  const { id: schoolId, tournamentId } = await addSchool(product.database, 'Without a book');
  const person = async () => callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  const [calls, colleague] = [await person(), await person()];
  for (let run = 0; run < RACES; run += 1) {
    const { id: teamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: `Team ${run}` });
    const { id: opponentTeamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: `Opponents ${run}` });
    const { id: studentId } = await calls.students.add({ schoolId, id: randomUUID(), name: 'Ann', teamId });
    const { id, version } = await addRound(calls, { schoolId, tournamentId, teamId, opponentTeamId });
    const parts = [{ part: 'open' as const, studentId, witnessId: null }];
    const acknowledged = await race(
      {
        sides: () => calls.rounds.update({ schoolId, id, version, changed: { side: 'd' } }),
        'line-up': () => colleague.rounds.setLineUp({ schoolId, roundId: id, version, parts }),
        student: () => calls.students.remove({ schoolId, id: studentId }),
        team: () => colleague.teams.remove({ schoolId, id: run % 2 === 0 ? teamId : opponentTeamId }),
      },
      run % 4,
    );
    expect(acknowledged).toEqual(expect.arrayContaining(['student', 'team']));
    await calls.rounds.remove({ schoolId, id });
  }
});

test('the deletion of a tournament, and a change of a ballot in it, are not refused because they happen at the same moment', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const { teamId, studentId } = school;
  const colleague = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  const facts = { season: SEASON, startsOn: null, endsOn: null, place: null, caseId: null };
  const changes = [{ comments: { 'p open': 'Clear.' } }, { ranks: { attorney: [studentId], witness: [] } }];
  for (let run = 0; run < RACES; run += 1) {
    const tournamentId = randomUUID();
    await calls.tournaments.add({ schoolId, id: tournamentId, name: `Tournament ${run}`, ...facts });
    const round = await addRound(calls, { schoolId, tournamentId, teamId });
    const { id, version } = await keepIn(calls, schoolId, round.id, 1);
    const remove = () => calls.tournaments.remove({ schoolId, id: tournamentId });
    const change = () => colleague.keptBallots.update({ schoolId, id, version, changed: changes[run % 2]! });
    const acknowledged = await race(run % 4 < 2 ? { remove, change } : { change, remove }, run % 3);
    expect(acknowledged).toContain('remove');
  }
});

test('undoing the addition of a tournament deletes no round that was added to it', async () => {
  const { schoolId, calls, school } = await keepingSchool(product);
  const colleague = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'admin' } }));
  for (let run = 0; run < RACES; run += 1) {
    const id = randomUUID();
    const facts = { season: SEASON, startsOn: null, endsOn: null, place: null, caseId: null };
    const { version } = await calls.tournaments.add({ schoolId, id, name: `Tournament ${run}`, ...facts });
    const remove = () => calls.tournaments.changeMany({ schoolId, changes: [{ id, version, remove: true }] });
    const add = () => addRound(colleague, { schoolId, tournamentId: id, teamId: school.teamId });
    const acknowledged = await race(run % 2 === 0 ? { remove, round: add } : { round: add, remove }, run % 4);
    const { rounds } = await calls.seasonBook.season({ schoolId, season: SEASON });
    expect(rounds.some(({ tournamentId }) => tournamentId === id)).toBe(acknowledged.includes('round'));
  }
});
