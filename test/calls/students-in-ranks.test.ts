// A student whom only the ranks of a ballot name is in use: no undo deletes them.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { scoresOf } from '../people.ts';
import { calls, importingSchool, run, schoolId } from './importing-school.ts';
import { DETAILS, lineFor, smallFile } from './season-school.ts';

importingSchool();

const studentNamed = async (name: string) =>
  (await calls.students.inSchool({ schoolId })).find((student) => student.name === name);

/** A ballot of a round without a line-up, which ranks this student. */
async function rank(studentId: string): Promise<void> {
  const { id: tournamentId } = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Thaw' });
  const { id: teamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'Ours' });
  const facts = { number: 1, side: 'p', opponent: '', outcome: 'played', caseId: null } as const;
  const { id: roundId } = await calls.rounds.add({ schoolId, id: randomUUID(), tournamentId, teamId, ...facts });
  const ranks = { attorney: [null, studentId], witness: [] };
  const ballot = { schoolId, id: randomUUID(), roundId, number: 1, judge: '', scores: scoresOf(5) };
  await calls.keptBallots.keep({ ...ballot, ...DETAILS, ranks });
}

test('the undo of an import leaves a student whom somebody has ranked since', async () => {
  const id = randomUUID();
  await run(smallFile(lineFor('1', 1, 'open', 'Ann', 8), lineFor('1', 1, 'close', 'Bo', 7)), {}, id);
  await rank((await studentNamed('Ann'))!.id);
  const { deleted, kept } = await calls.seasonFiles.undo({ schoolId, id });
  expect(deleted).toMatchObject({ ballots: 1, students: 1 });
  expect(kept).toContainEqual({ name: 'Ann', isChanged: false });
  expect(await studentNamed('Ann')).toBeDefined();
});

test('the undo of an addition leaves a student whom somebody has ranked since', async () => {
  const id = randomUUID();
  const many = (change: { add: { name: string; teamId: null } } | { version: number; remove: true }) =>
    calls.students.changeMany({ schoolId, changes: [{ id, ...change }] });
  await many({ add: { name: 'Ann', teamId: null } });
  await rank(id);
  expect(await many({ version: 1, remove: true })).toEqual([
    { version: null, refused: 'Other records belong to it now.' },
  ]);
});
