// A season's kept ballots as the scores that src/metrics computes with. Students and rounds are named by their ids.
import type { ScoreField, Side } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { OwnScore } from '#contract/own-scores.ts';
import type { Round, RoundPart } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import {
  fieldOf,
  kindsOf,
  opposingCell,
  otherSide,
  PARTS,
  scoreRowsOf,
  sidePart,
  type BallotSource,
  type Part,
  type ScoreRow,
} from '#metrics/scores.ts';
import { trialsOf } from '#metrics/trials.ts';
import type { Call } from '#metrics/witnesses.ts';

export type SeasonRecord = Pick<Season, 'tournaments' | 'rounds'> & {
  season: string;
  lineUps: readonly { roundId: string; parts: readonly RoundPart[] }[];
  ballots: readonly KeptBallot[];
};

const PLACES = new Map(cellsOf(COLLEGE_28).map((cell) => [cell.key, cell]));

/** One of our teams in a trial: its round, its side, and who did what. */
type OurSide = { round: Round; parts: readonly RoundPart[] };
/** A trial with its ballots. When two of our teams met, both sides are ours, and the P side's round comes first. */
type OurTrial = { round: Round; sides: OurSide[]; ballots: KeptBallot[] };

/** The trials of a season with their ballots, by tournament and number. */
function ourTrials({ tournaments, rounds, lineUps, ballots }: SeasonRecord): OurTrial[] {
  const parts = new Map(lineUps.map((lineUp) => [lineUp.roundId, lineUp.parts]));
  // Plain figures and witnesses know only the form of college rounds.
  const ofCollege = ballots.filter(({ sheet }) => sheet.id === COLLEGE_28.id);
  const ofRound = Map.groupBy(ofCollege, ({ roundId }) => roundId);
  const place = new Map(tournaments.map(({ id }, index) => [id, index]));
  const placeOf = ({ tournamentId }: Round): number => place.get(tournamentId) ?? tournaments.length;
  return rounds
    .filter(({ sharedWith }) => sharedWith === null)
    .toSorted((one, other) => placeOf(one) - placeOf(other) || one.number - other.number)
    .map((round) => ({
      round,
      sides: [round, ...rounds.filter(({ sharedWith }) => sharedWith === round.id)].map((each) => ({
        round: each,
        parts: parts.get(each.id) ?? [],
      })),
      ballots: (ofRound.get(round.id) ?? []).toSorted((one, other) => one.number - other.number),
    }));
}

const studentsOf = ({ parts }: OurSide): Partial<Record<Part, string>> =>
  Object.fromEntries(parts.flatMap(({ part, studentId }) => (studentId === null ? [] : [[part, studentId]])));

/** The season as one row per score: 28 for each ballot. */
export function seasonRows(record: SeasonRecord): ScoreRow[] {
  return ourTrials(record).flatMap(({ round, sides, ballots }) =>
    ballots.flatMap(({ id, judge, scores }) => {
      const ballot: Omit<BallotSource, 'side' | 'students'> = {
        season: record.season,
        tournament: round.tournamentId,
        round: round.id,
        ballot: id,
        judge,
        scores,
      };
      const [ours = [], others] = sides.map((each) =>
        scoreRowsOf({ ...ballot, side: each.round.side, students: studentsOf(each) }),
      );
      return ours.map((row, cell) => (row.student === '' ? (others?.[cell] ?? row) : row));
    }),
  );
}

const meanScore = (ballot: KeptBallot): number | null => {
  const read = Object.values(ballot.scores).filter((score) => score !== null);
  return read.length === 0 ? null : read.reduce((sum, score) => sum + score, 0) / read.length;
};

/** Every score of a student, as the student could read it with `ownScores.inSchool`, in the order of the rounds. */
export function studentScores(record: SeasonRecord, studentId: string): OwnScore[] {
  const names = new Map(record.tournaments.map(({ id, name }) => [id, name]));
  return ourTrials(record).flatMap(({ sides, ballots }) =>
    sides.flatMap(({ round, parts }) =>
      ballots.flatMap((ballot) => {
        const ballotMean = meanScore(ballot);
        const own = PARTS.filter((part) => parts.some((each) => each.part === part && each.studentId === studentId));
        return own.flatMap((part) => {
          const rank = ballot.ranks[part.startsWith('witness') ? 'witness' : 'attorney'].indexOf(studentId) + 1;
          return kindsOf(part).map((kind): OwnScore => {
            const cell = { side: round.side, part, kind };
            const field = fieldOf(cell)!;
            const place = PLACES.get(field)!;
            const opposing = opposingCell(cell);
            return {
              studentId,
              tournamentId: round.tournamentId,
              tournament: names.get(round.tournamentId) ?? '',
              season: record.season,
              roundId: round.id,
              round: round.number,
              side: round.side,
              ballotId: ballot.id,
              judgeNumber: ballot.number,
              part,
              field,
              label: place.label,
              role: place.role,
              min: place.min,
              max: place.max,
              score: ballot.scores[field] ?? null,
              ballotMean,
              opponent: opposing && (ballot.scores[fieldOf(opposing) as ScoreField] ?? null),
              rank: rank === 0 ? null : rank,
              comment: ballot.comments[sidePart(round.side, part)] ?? null,
            };
          });
        });
      }),
    ),
  );
}

/** Every witness that a side called: ours as we played them, the opponents' as we crossed them. By the case's id. */
export function witnessCalls(record: SeasonRecord): Map<string | null, Call[]> {
  const caseOf = new Map(record.tournaments.map(({ id, caseId }) => [id, caseId]));
  const trials = new Map(trialsOf(seasonRows(record)).map((trial) => [trial.round, trial]));
  const calls = ourTrials(record).flatMap(({ round, sides }) => {
    const played = trials.get(round.id);
    // Without a line-up nobody is named, and the side is still ours.
    const ours = sides.length === 2 ? null : round.side;
    const trial = {
      season: record.season,
      tournament: round.tournamentId,
      round: round.id,
      ballots: played?.ballots ?? [],
      ours,
    };
    const caseId = round.caseId ?? caseOf.get(round.tournamentId) ?? null;
    const called = new Map<string, Call>();
    const add = (side: Side, part: Part, witness: string): void => {
      const number = Number(part.at(-1)) as Call['number'];
      const key = `${side} ${number}`;
      if (!called.has(key)) called.set(key, { witness, trial, side, number });
    };
    for (const start of ['witness', 'cross'])
      for (const each of sides)
        for (const { part, witnessId } of each.parts)
          if (witnessId !== null && part.startsWith(start))
            add(start === 'witness' ? each.round.side : otherSide(each.round.side), part, witnessId);
    return [...called.values()].map((call) => ({ caseId, call }));
  });
  return new Map(
    [...Map.groupBy(calls, ({ caseId }) => caseId)].map(([id, ofCase]) => [id, ofCase.map(({ call }) => call)]),
  );
}
