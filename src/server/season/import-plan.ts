// What importing a file's ballots would add to a school. Pure: names are compared as the database compares them, by `keyOf`. Runs on a
// thread, because it grows with the file and with the school's season.
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { ImportCounts } from '#contract/season-files.ts';
import { MAX_ROUND_NUMBER } from '#contract/words.ts';
import { ALL_PARTS, textsOnBoth, type Part, type SidePart } from '#metrics/scores.ts';
import type { FileBallot } from '#season-files/file-ballot.ts';
import type { BallotToImport } from './import-names.ts';
import { checkOpponent, importRounds, Refusal, type Join, type KeptScores, type KnownRound } from './import-rounds.ts';

type Named = { id: string; key: string };

/** What the school has: its lists, and the season book of the tournaments that the file names. */
export type Known = {
  tournaments: (Named & { season: string })[];
  teams: Named[];
  students: (Named & { name: string })[];
  rounds: KnownRound[];
  /** Of the rounds that have one. */
  lineUps: { roundId: string; students: Partial<Record<Part, string | null>> }[];
  ballots: { roundId: string; number: number; scores: FileBallot['scores'] }[];
};

/** The ids of the students whom a person says that names mean. */
export type ChosenStudents = ReadonlyMap<string, string>;

type PlannedRow = {
  line: number;
  tournament: string;
  round: string;
  judge: string;
  state: 'new' | 'same' | 'refused';
  message: string | null;
};
type StoredSheet = { sheetId: string; sheetEdition: number };
/** As the database has it. */
const storedSheet = ({ id, version } = COLLEGE_28 as SheetRef): StoredSheet => ({ sheetId: id, sheetEdition: version });

type NewBallot = Pick<FileBallot, 'number' | 'judge' | 'tabMargin' | 'scores'> &
  StoredSheet & {
    id: string;
    roundId: string;
    comments: Partial<Record<SidePart, string>>;
    ranks: KeptBallot['ranks'];
  };

export class Plan {
  rows: PlannedRow[] = [];
  tournaments: ({ id: string; name: string; season: string } & StoredSheet)[] = [];
  teams: { id: string; name: string }[] = [];
  students: { id: string; name: string }[] = [];
  rounds: KnownRound[] = [];
  joins: Join[] = [];
  /** Opponents in new rounds who have the name of one of the school's teams, though the file doesn't say that its own teams met. */
  namesakes: string[] = [];
  /** Of new rounds, and of rounds that had none. */
  lineUps: { roundId: string; students: Map<Part, string> }[] = [];
  /** Rounds that the school had: those that get a line-up, and those that keep theirs although the file has another. */
  lineUpRounds: { set: string[]; kept: string[] } = { set: [], kept: [] };
  ballots: NewBallot[] = [];
}

export const countsOf = ({ ballots, rounds, tournaments, teams, students }: Plan): ImportCounts => ({
  ballots: ballots.length,
  rounds: rounds.length,
  tournaments: tournaments.length,
  teams: teams.length,
  students: students.length,
});

/** The round's number in whatever a file calls it: "2", "R2", "Round 2". */
function numberOf(round: string): number {
  const number = Number(/\d+/.exec(round)?.[0]);
  if (Number.isInteger(number) && number >= 1 && number <= MAX_ROUND_NUMBER) return number;
  throw new Refusal(`The round is "${round}". It must have a number from 1 to ${MAX_ROUND_NUMBER}.`);
}

/** What tells rounds with one number apart: "2", "R2" and "Round 2" are the same, "Elim 2" isn't. */
const nameOf = (round: string): string => round.toLowerCase().replace(/^(?:round|rnd|rd|r)?[\s.#:-]*0*(?=\d)/, '');

/** Finds things by name, and adds what is missing to the plan. */
function finder<New extends { id: string; name: string }>(
  known: Map<string, string>,
  added: New[],
  keyOf: (name: string) => string,
) {
  const keys: string[] = [];
  return {
    of: (name: string, scope: string, make: (id: string) => New): string => {
      const key = `${scope} ${keyOf(name)}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const entry = make(randomUUID());
      added.push(entry);
      keys.push(key);
      known.set(key, entry.id);
      return entry.id;
    },
    /** Removes what was added after the first `count`. */
    keepFirst: (count: number): void => {
      added.length = count;
      for (const key of keys.splice(count)) known.delete(key);
    },
  };
}

const byName = (entries: readonly Named[]): Map<string, string> =>
  new Map(entries.map(({ id, key }) => [` ${key}`, id]));

export function planImport(
  ballots: readonly BallotToImport[],
  known: Known,
  chosen: ChosenStudents,
  keyOf: (name: string) => string,
): Plan {
  const plan = new Plan();
  const tournamentIds = new Map(known.tournaments.map(({ id, season, key }) => [`${season} ${key}`, id]));
  const tournaments = finder(tournamentIds, plan.tournaments, keyOf);
  const teamIds = byName(known.teams);
  const teams = finder(teamIds, plan.teams, keyOf);
  const studentIds = byName(known.students);
  const students = finder(studentIds, plan.students, keyOf);
  const studentOf = (name: string): string => chosen.get(name) ?? students.of(name, '', (id) => ({ id, name }));

  const kept: KeptScores = new Map();
  const keep = (roundId: string, number: number, scores: FileBallot['scores']) =>
    kept.set(roundId, (kept.get(roundId) ?? new Map<number, FileBallot['scores']>()).set(number, scores));
  for (const { roundId, number, scores } of known.ballots) keep(roundId, number, scores);
  const { roundOf, pairOf, holders } = importRounds(known.rounds, kept, plan);

  const knownLineUps = new Map(known.lineUps.map((lineUp) => [lineUp.roundId, lineUp.students]));
  const hadRounds = new Set(known.rounds.map(({ id }) => id));
  const withLineUp = new Set<string>();
  /** The first ballot that names students says who did what, unless the school has said so itself. */
  function nameStudents({ id, number }: KnownRound, names: FileBallot['students'], where: string): void {
    const parts = ALL_PARTS.filter((part) => names[part]);
    if (parts.length === 0 || withLineUp.has(id)) return;
    const before = knownLineUps.get(id);
    const label = `round ${number}, ${where}`;
    if (before) {
      const idOf = (name: string) => chosen.get(name) ?? studentIds.get(` ${keyOf(name)}`);
      if (parts.every((part) => before[part] === idOf(names[part]!))) return;
      plan.lineUpRounds.kept.push(label);
    } else {
      plan.lineUps.push({ roundId: id, students: new Map(parts.map((part) => [part, studentOf(names[part]!)])) });
      if (hadRounds.has(id)) plan.lineUpRounds.set.push(label);
    }
    withLineUp.add(id);
  }

  /** What the file calls each round. */
  const called = new Map<string, Pick<FileBallot, 'round' | 'opponent'>>();
  /** “Prelim 1” and “Elim 1” have one number. The same round may be called otherwise on another ballot, but then its opponent is the same. */
  function checkNumber({ season, tournament, team, round, opponent }: FileBallot, number: number): void {
    const key = JSON.stringify([season, keyOf(tournament), keyOf(team), number]);
    const first = called.get(key) ?? { round, opponent };
    called.set(key, first);
    const hasOneOpponent = opponent !== '' && keyOf(first.opponent) === keyOf(opponent);
    if (!hasOneOpponent && nameOf(first.round) !== nameOf(round))
      throw new Refusal(
        `${team} has two rounds ${number} in this file, “${first.round}” and “${round}”. Give each round a number of its own.`,
      );
  }

  /** The ballot's round, the other team's if two own teams met, and the one of both that holds the ballot: the P side's. */
  function findRounds(ballot: BallotToImport) {
    const { season, tournament, team, opponent, side, round, opponentStudents, refusal, sheet } = ballot;
    if (refusal !== null) throw new Refusal(refusal);
    if (opponent !== '' && keyOf(opponent) === keyOf(team))
      throw new Refusal(
        `This ballot names “${team}” for both sides. If the opponent is another school’s team, add the school to its name in the file.`,
      );
    const number = numberOf(round);
    checkNumber(ballot, number);
    const [hadTournaments, hadTeams] = [plan.tournaments.length, plan.teams.length];
    try {
      const tournamentId = tournaments.of(tournament, season, (id) => ({
        id,
        name: tournament,
        season,
        ...storedSheet(sheet),
      }));
      const ownTeam = (name: string) => teams.of(name, '', (id) => ({ id, name }));
      const wanted = { tournamentId, number, teamId: ownTeam(team), side, opponent, team };
      const areBothOwn = Object.keys(opponentStudents).length > 0 && opponent !== '';
      if (areBothOwn) {
        const { own, other } = pairOf(wanted, { teamId: ownTeam(opponent), team: opponent }, tournament);
        return { own, other, holder: side === 'p' ? own.id : other.id };
      }
      const own = roundOf(wanted);
      return { own, other: null, holder: own.sharedWith ?? own.id };
    } catch (error) {
      // A refused ballot adds nothing.
      tournaments.keepFirst(hadTournaments);
      teams.keepFirst(hadTeams);
      throw error;
    }
  }

  for (const ballot of ballots) {
    const { line, tournament, round, judge, number, scores } = ballot;
    const row = { line, tournament, round, judge };
    try {
      const { own, other, holder: roundId } = findRounds(ballot);
      const before = kept.get(roundId)?.get(number);
      if (before && !isDeepStrictEqual(before, scores)) {
        throw new Refusal(
          `The ballot of judge ${number} is already saved with other scores. Correct it there, or delete it first.`,
        );
      }
      if (!before && !other) checkOpponent(own, ballot, keyOf);
      nameStudents(own, ballot.students, tournament);
      if (other) nameStudents(other, ballot.opponentStudents, tournament);
      plan.rows.push({ ...row, state: before ? 'same' : 'new', message: null });
      if (before) continue;
      keep(roundId, number, scores);
      const ranks: NewBallot['ranks'] = { attorney: [], witness: [] };
      for (const { kind, rank, student } of ballot.ranks) {
        const places = (ranks[kind] ??= []);
        while (places.length < rank) places.push(null);
        places[rank - 1] = studentOf(student);
      }
      const comments = textsOnBoth(ballot.side, ballot.comments, ballot.opponentComments);
      plan.ballots.push({
        id: randomUUID(),
        roundId,
        number,
        judge,
        tabMargin: ballot.tabMargin,
        ...storedSheet(ballot.sheet),
        scores,
        comments,
        ranks,
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      plan.rows.push({ ...row, state: 'refused', message: error.message });
    }
  }
  // A round of the plan may have become part of another one after it got a ballot.
  const holderOfRound = holders();
  for (const ballot of plan.ballots) ballot.roundId = holderOfRound.get(ballot.roundId) ?? ballot.roundId;
  const met = new Set([...holderOfRound].flat());
  const opponents = plan.rounds.flatMap(({ id, opponent }) => (met.has(id) ? [] : [opponent]));
  plan.namesakes = [...new Set(opponents)].filter((opponent) => teamIds.has(` ${keyOf(opponent)}`));
  return plan;
}
