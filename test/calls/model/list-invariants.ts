// What people read in a school’s lists. One list after every other step, in turn: a wrong one is still wrong some steps later.
import { expect } from 'vitest';
import type { RoundPart } from '#contract/rounds.ts';
import { deletedOne } from './deleted.ts';
import { invitationsAreTrue, peopleAreTrue } from './joining-invariants.ts';
import { isOpen } from './links.ts';
import { namesAreTrue } from './record-invariants.ts';
import { allSheets, candidateScores, sheetOf } from './scores.ts';
import {
  isSignedIn,
  isStaff,
  PEOPLE,
  RESTORABLE,
  seasonsOf,
  studentsOf,
  type LineUp,
  type Tournament,
  type Truth,
} from './truth.ts';
import { callsBy, type World } from './world.ts';

type Look = (world: World, truth: Truth) => Promise<void>;
const sorted = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value)).toSorted();
/** A line-up in one text, whatever the order of its parts. */
const inOrder = (lineUp: LineUp): string => sorted(Object.entries(lineUp)).join(' ');
const partsInOrder = (parts: readonly RoundPart[]): string =>
  inOrder(Object.fromEntries(parts.map(({ part, studentId }) => [part, studentId])));

/** Students and teams are there with their facts, and nobody else. */
const rosters: Look = async (world, truth) => {
  const { students, teams, assignments } = await world.observer(truth);
  const { schoolId } = world;
  const found = await students.inSchool({ schoolId });
  const idOf = (student: { person: keyof Truth['accounts'] | null }) =>
    student.person && truth.accounts[student.person].id;
  expect(sorted(found.map(({ id, name, userId, classYear }) => [id, name, userId, classYear])), 'students').toEqual(
    sorted(studentsOf(truth).map((student) => [student.id, student.name, idOf(student), student.classYear])),
  );
  const foundTeams = await teams.inSchool({ schoolId });
  expect(sorted(foundTeams.map(({ id, name }) => [id, name])), 'teams').toEqual(sorted([...truth.teams]));
  const people = await assignments.inSchool({ schoolId });
  const counts = await assignments.countsByRole({ schoolId });
  expect(counts.primary + counts.admin + counts.viewer, 'people').toBe(people.length);
};

/** Rounds have their teams and line-ups. */
const rounds: Look = async (world, truth) => {
  const { seasonBook, rounds: calls } = await world.observer(truth);
  const { schoolId } = world;
  const seasons = await seasonBook.seasons({ schoolId });
  expect(seasons.toSorted()).toEqual([...seasonsOf(truth)].toSorted());
  const read = await Promise.all(
    seasons.map(async (season) => ({
      ...(await seasonBook.season({ schoolId, season })),
      lineUps: (await calls.lineUps({ schoolId, season })).rows,
    })),
  );
  const found = read.flatMap(({ rounds: ofSeason, lineUps }) =>
    ofSeason.map(({ id, teamId, number, side, sharedWith }) => {
      const parts = lineUps.find(({ roundId }) => roundId === id)!.parts;
      const witness = parts.find(({ part }) => part === 'open')?.witnessId ?? null;
      return [id, teamId, number, side, sharedWith, witness, partsInOrder(parts)];
    }),
  );
  expect(sorted(found), 'rounds').toEqual(
    sorted(
      [...truth.rounds.values()].map(({ id, teamId, number, side, sharedWith, witness, lineUp }) => [
        id,
        teamId,
        number,
        side,
        sharedWith,
        witness ?? null,
        inOrder(lineUp),
      ]),
    ),
  );
  const factsOf = ({ id, name, season, sheet }: Omit<Tournament, 'isDated'>) => [
    id,
    name,
    season,
    sheet.id,
    sheet.version,
  ];
  expect(sorted(read.flatMap(({ tournaments }) => tournaments.map(factsOf))), 'tournaments').toEqual(
    sorted([...truth.tournaments.values()].map(factsOf)),
  );
  expect(await seasonBook.deletionImpact({ schoolId })).toEqual({
    rounds: truth.rounds.size,
    ballots: truth.ballots.size,
  });
};

/** Saved line-ups keep their students, as long as those and their team are there. */
const savedLineUps: Look = async (world, truth) => {
  const calls = await world.observer(truth);
  const found = await calls.savedLineUps.ofSchool({ schoolId: world.schoolId });
  expect(
    sorted(found.map(({ id, teamId, side, name, parts }) => [id, teamId, side, name, partsInOrder(parts)])),
    'saved line-ups',
  ).toEqual(
    sorted(
      [...truth.lineUps.values()].map(({ id, teamId, side, name, lineUp }) => [
        id,
        teamId,
        side,
        name,
        inOrder(lineUp),
      ]),
    ),
  );
};

/** Raters see their own scores, and everybody’s once the try-out has ended; others see nothing. */
const tryOuts: Look = async (world, truth) => {
  const { schoolId } = world;
  for (const who of PEOPLE) {
    if (!isSignedIn(truth, who) || truth.tryOuts.size === 0) continue;
    const calls = callsBy(world, truth, who).tryOuts;
    const found = await calls.inSchool({ schoolId });
    if (!isStaff(truth.accounts[who])) {
      expect(found, `${who} sees try-outs`).toEqual([]);
      continue;
    }
    const expected = [...truth.tryOuts.values()];
    expect(sorted(found.map(({ id, candidates }) => [id, candidates])), 'try-outs').toEqual(
      sorted(expected.map(({ id, candidates }) => [id, candidates.length])),
    );
    for (const { id, isEnded, candidates, ratings } of expected) {
      const tryOut = (await calls.details({ schoolId, id }))!;
      expect(tryOut.endedAt !== null).toBe(isEnded);
      expect(sorted(tryOut.candidates)).toEqual(sorted(candidates));
      const idOf = (rater: keyof Truth['accounts']) => truth.accounts[rater].id;
      expect(sorted(tryOut.ratings.map(({ candidateId, raterId, scores }) => [candidateId, raterId, scores]))).toEqual(
        sorted(
          ratings
            .filter((rating) => isEnded || rating.who === who)
            .map((rating) => [rating.candidateId, idOf(rating.who), candidateScores(rating.score)]),
        ),
      );
      expect(tryOut.raters.reduce((sum, { rated }) => sum + rated, 0)).toBe(ratings.length);
    }
  }
};

/** What can be restored is listed, and links that work. */
const deletedAndLinks: Look = async (world, truth) => {
  const calls = await world.observer(truth);
  const { schoolId } = world;
  const deleted = await calls.deletedEntries.inSchool({ schoolId });
  const restorable = truth.deleted
    .filter(({ at }) => truth.now - at <= RESTORABLE)
    .map((entry) => deletedOne(entry).id);
  expect(deleted.map(({ id }) => id).toSorted(), 'deleted').toEqual(restorable.toSorted());
  const links = await calls.studentLinks.inSchool({ schoolId });
  const open = truth.cards.filter((card) => isOpen(truth, card));
  expect(links.map(({ studentId }) => studentId).toSorted(), 'links').toEqual(
    open.map(({ studentId }) => studentId).toSorted(),
  );
};

/** An edition that was saved stays as it was. Table score_sheets, which has no grant to update. */
const sheets: Look = async (world, truth) => {
  const { sheets: calls } = await world.observer(truth);
  const { schoolId } = world;
  const newest = (await calls.ofSchool({ schoolId })).map(({ sheet }) => [sheet.id, sheet.version]);
  expect(sorted(newest), 'sheets').toEqual(sorted([...truth.sheets]));
  for (const ref of allSheets(truth)) expect(await calls.version({ schoolId, sheet: ref })).toEqual(sheetOf(ref));
};

const LOOKS = [
  sheets,
  rosters,
  rounds,
  savedLineUps,
  tryOuts,
  deletedAndLinks,
  peopleAreTrue,
  invitationsAreTrue,
  namesAreTrue,
];

export async function listsAreTrue(world: World, truth: Truth, turn: number): Promise<void> {
  await LOOKS[turn % LOOKS.length]!(world, truth);
}
export async function everyListIsTrue(world: World, truth: Truth): Promise<void> {
  for (const look of LOOKS) await look(world, truth);
}
