// The largest input that the contract allows fits within the body limit, in any script.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { MAX_CHANGES, MAX_MATCHED_NAMES } from '#contract/list-files.ts';
import { PARTS, sidePart, SIDES } from '#metrics/scores.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { scoresOf } from '../people.ts';
import { addRound, DETAILS, keepingSchool, SEASON, smallFile, lineFor } from './season-school.ts';

let product: InProcess;
let schoolId: string;
let calls: Calls;
let of: { schoolId: string; tournamentId: string; teamId: string };
beforeAll(async () => {
  product = await startInProcess();
  const { schoolId: id, calls: own, school } = await keepingSchool(product);
  [schoolId, calls] = [id, own];
  of = { schoolId, tournamentId: school.tournamentId, teamId: school.teamId };
});
afterAll(() => product.close());

const SCRIPTS: [script: string, letter: string][] = [
  ['Latin', 'é'],
  ['Han', '漢'],
  ['Arabic', 'ﷺ'],
  ['emoji', '😀'],
  ['quotation marks', '"'],
  ['line breaks', '\n'],
];

test.each(SCRIPTS)(
  'a ballot with a comment of 2,000 characters on each part of both sides is saved: %s',
  async (script, letter) => {
    const { id: roundId } = await addRound(calls, { ...of, number: SCRIPTS.findIndex(([one]) => one === script) + 1 });
    // Spaces and line breaks around a comment are left out.
    const comment = `x${letter.repeat(1998 / letter.length)}x`;
    const comments = Object.fromEntries(SIDES.flatMap((side) => PARTS.map((part) => [sidePart(side, part), comment])));
    const judge = letter.trim().repeat(200 / letter.length);
    const ballot = {
      schoolId,
      id: randomUUID(),
      roundId,
      number: 1,
      ...DETAILS,
      judge,
      scores: scoresOf(10),
      comments,
    };
    expect(await calls.keptBallots.keep(ballot)).toMatchObject({ judge, comments });
  },
);

test('a hundred changes with the longest names are made', async () => {
  const { id: caseId } = await product.database.owner
    .insertInto('cases')
    .values({ name: 'Case', year: 2024, type: 'civil' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const long = (index: number): string => `${String(index).padStart(3, '0')}${'漢'.repeat(197)}`;
  const changes = Array.from({ length: MAX_CHANGES }, (_, index) => {
    const dates = { startsOn: '2026-11-21', endsOn: '2026-11-22' };
    return { id: randomUUID(), add: { name: long(index), season: SEASON, ...dates, place: long(index), caseId } };
  });
  const outcomes = await calls.tournaments.changeMany({ schoolId, changes });
  expect(outcomes).toEqual(changes.map(() => ({ version: 1, refused: null })));
});

test('a file is previewed with all columns and names chosen', async () => {
  const names = Array.from({ length: MAX_MATCHED_NAMES }, (_, index) => `${index}${'漢'.repeat(190)}`);
  const choices = {
    mapping: Array.from({ length: 500 }, () => 'x'.repeat(30)),
    tournament: '漢'.repeat(200),
    team: '漢'.repeat(200),
    season: SEASON,
    students: names.map((name) => ({ name, studentId: randomUUID() })),
  };
  const file = smallFile(lineFor('1', 1, 'open', 'Ann', 8));
  // No column of the sheet has such a name, so the columns are recognized by the file's own headers.
  expect((await calls.seasonFiles.preview({ schoolId, file, choices })).problems).toEqual([]);
});
