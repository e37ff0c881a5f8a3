// Files of ballots: imported, and an import undone.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { Part } from '#metrics/scores.ts';
import { refused } from '../refused.ts';
import { fileOf, HEADER } from '../season-school.ts';
import { NOBODY } from './judgments.ts';
import { COLLEGE } from './scores.ts';
import { IMPORTED, NAMED, SEASON, SEASONS, TEAMS } from './season.ts';
import { commandOf, pick } from './step.ts';
import { endLinksOf } from './forgetting.ts';
import { everyField, isEmpty, partsOf, staffOf, type LineUp, type Truth, type Who } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);
const CUPS = ['Amber Cup', 'Birch Cup'];
const SCORE = 6;
const hasStaff = (truth: Truth): boolean => staffOf(truth).length > 0;

/** Two judges of one round, in which new students open and close. */
const linesOf = (cup: string): string[] =>
  [1, 2].flatMap((judge) =>
    (['open', 'close'] satisfies Part[]).map((part, index) =>
      [SEASON, cup, 1, 'p', judge, `Rowe ${judge}`, part, IMPORTED[index], 'speech', SCORE, TEAMS[0]].join(','),
    ),
  );

/** Reads the school's current records, of all seasons. */
async function readBook(calls: Calls, schoolId: string) {
  const [tournaments, students, teams, seasons] = await Promise.all([
    calls.tournaments.inSchool({ schoolId }),
    calls.students.inSchool({ schoolId }),
    calls.teams.inSchool({ schoolId }),
    Promise.all(
      SEASONS.map(async (season) => ({
        rounds: (await calls.seasonBook.season({ schoolId, season })).rounds,
        lineUps: (await calls.rounds.lineUps({ schoolId, season })).rows,
        ballots: (await calls.keptBallots.inSeason({ schoolId, season })).rows,
      })),
    ),
  ]);
  const rounds = seasons.flatMap((season) => season.rounds);
  const lineUps = seasons.flatMap((season) => season.lineUps);
  const ballots = seasons.flatMap((season) => season.ballots);
  const lineUpOf = (id: string): LineUp =>
    Object.fromEntries(
      lineUps.find(({ roundId }) => roundId === id)?.parts.map(({ part, studentId }) => [part, studentId]) ?? [],
    );
  const whole = rounds.map((round) => ({ ...round, lineUp: lineUpOf(round.id) }));
  return { tournaments, rounds: whole, students, teams, ballots };
}

async function learnImported(world: World, truth: Truth, importId: string, by: Who): Promise<void> {
  const book = await readBook(await world.observer(truth), world.schoolId);
  for (const { id, name, season, sheet } of book.tournaments)
    if (!truth.tournaments.has(id)) truth.tournaments.set(id, { id, name, season, sheet, isDated: false });
  for (const { id, name } of book.teams) truth.teams.set(id, name);
  for (const { id, tournamentId, teamId, number, side, sharedWith, lineUp } of book.rounds) {
    const known = truth.rounds.get(id);
    if (!known) truth.rounds.set(id, { id, tournamentId, teamId, number, side, sharedWith, lineUp });
    else if (isEmpty(known.lineUp) && !isEmpty(lineUp)) Object.assign(known, { lineUp, filledBy: importId });
  }
  for (const { id, name } of book.students) {
    if (truth.students.has(id)) continue;
    truth.students.set(id, { id, name, person: null, formerNames: [], classYear: null });
    truth.forgotten.delete(name);
  }
  for (const { id, roundId, number } of book.ballots) {
    if (truth.ballots.has(id)) continue;
    const scores = { ...everyField<number | null>(null), pOpen: SCORE, pClose: SCORE };
    const givenBy = { givenBy: everyField(by), confirmedBy: everyField([]) };
    const added = { importId, isUntouched: true, corrections: 0 };
    truth.ballots.set(id, {
      id,
      roundId,
      number,
      sheet: COLLEGE,
      scores,
      comments: {},
      ranks: NOBODY,
      ...added,
      ...givenBy,
    });
  }
}

export const importFile = commandOf({
  picks: fc.record({ who: nat, cup: fc.constantFrom(...CUPS), named: fc.constantFrom(...NAMED) }),
  when: hasStaff,
  recorded: [
    ...['student', 'team', 'tournament', 'round', 'keptBallot'].map((subject) => `create ${subject}`),
    // A round without a line-up gets that of the file.
    'update round',
  ],
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const name = `${picks.cup} of ${picks.named}.csv`;
    say(`${who} imports “${name}”`);
    const id = randomUUID();
    const file = fileOf([HEADER, ...linesOf(picks.cup)].join('\n'), name);
    const { schoolId } = world;
    const { code } = await refused(callsBy(world, truth, who).seasonFiles.run({ schoolId, id, file, choices: {} }));
    if (code === 'NOTHING_NEW') {
      expect([...truth.tournaments.values()].map(({ name: known }) => known)).toContain(picks.cup);
      return;
    }
    expect(code).toBe(truth.keeps ? 'none' : 'NOT_KEEPING');
    if (code !== 'none') return;
    truth.imports.set(id, name);
    truth.forgotten.delete(picks.named);
    await learnImported(world, truth, id, who);
  },
});

export const undoImport = commandOf({
  picks: fc.record({ who: nat, file: nat }),
  when: (truth) => hasStaff(truth) && truth.imports.size > 0,
  recorded: ['student', 'tournament', 'round', 'keptBallot', 'team', 'import', 'studentLink'].map(
    (subject) => `delete ${subject}`,
  ),
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const [id, name] = pick([...truth.imports], picks.file);
    say(`${who} undoes the import of “${name}”`);
    const { schoolId } = world;
    const calls = callsBy(world, truth, who);
    const impact = await calls.seasonFiles.undoImpact({ schoolId, id });
    expect(await calls.seasonFiles.undo({ schoolId, id })).toEqual(impact);
    truth.imports.delete(id);
    const ballots = [...truth.ballots.values()].filter(({ importId, isUntouched }) => importId === id && isUntouched);
    for (const ballot of ballots) truth.ballots.delete(ballot.id);
    const filled = [...truth.rounds.values()].filter(({ filledBy }) => filledBy === id);
    const lineUps = filled.map((round) => ({ id: round.id, lineUp: round.lineUp }));
    for (const round of filled) Object.assign(round, { lineUp: {}, filledBy: undefined });
    const book = await readBook(await world.observer(truth), schoolId);
    const isGone = (left: { id: string }[], gone: string) => left.every((entry) => entry.id !== gone);
    const rounds = [...truth.rounds.values()].filter((round) => isGone(book.rounds, round.id));
    const tournaments = [...truth.tournaments.values()].filter((tournament) => isGone(book.tournaments, tournament.id));
    const students = [...truth.students.values()].filter((student) => isGone(book.students, student.id));
    const teams = [...truth.teams].flatMap(([team, named]) =>
      isGone(book.teams, team) ? [{ id: team, name: named }] : [],
    );
    for (const round of rounds) truth.rounds.delete(round.id);
    for (const tournament of tournaments) truth.tournaments.delete(tournament.id);
    for (const team of teams) truth.teams.delete(team.id);
    for (const student of students) {
      // Only what the file added, and only what nobody uses.
      expect(IMPORTED).toContain(student.name);
      expect(partsOf(truth, student.id)).toEqual([]);
      expect(JSON.stringify([...truth.ballots.values()])).not.toContain(student.id);
      truth.students.delete(student.id);
      endLinksOf(truth, student.id);
    }
    truth.deleted.push({
      at: truth.now,
      undone: { id, name },
      students,
      teams,
      tournaments,
      rounds,
      filled: lineUps,
      ballots,
    });
  },
});
