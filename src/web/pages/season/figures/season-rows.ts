// A season's kept ballots as the scores that src/metrics computes with. Students and rounds are named by their ids.
import type { Side } from '#ballot/form.ts';
import { outOfTen } from '#ballot/score.ts';
import { placeOf } from '#ballot/sheet/ranks.ts';
import { cellsOf, isSameSheet, type Sheet } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { OwnScore } from '#contract/own-scores.ts';
import type { Round, RoundPart } from '#contract/rounds.ts';
import type { Season } from '#contract/season-book.ts';
import { ALL_PARTS, otherSide, sidePart, type Part, type ScoreRow } from '#metrics/scores.ts';
import { opposingOn, partOf, rowsOnSheet } from '#metrics/sheet-parts.ts';
import { trialsOf } from '#metrics/trials.ts';
import type { Call } from '#metrics/witnesses.ts';

export type SeasonRecord = Pick<Season, 'tournaments' | 'rounds'> & {
  season: string;
  lineUps: readonly { roundId: string; parts: readonly RoundPart[] }[];
  ballots: readonly KeptBallot[];
  /** The versions of the score sheet whose ballots count. */
  sheets: readonly Sheet[];
};

type ScoredBallot = Omit<KeptBallot, 'sheet'> & { sheet: Sheet };

/** One of our teams in a trial: its round, its side, and who did what. */
type OurSide = { round: Round; parts: readonly RoundPart[] };
/** A trial with its ballots. When two of our teams met, both sides are ours, and the P side's round comes first. */
type OurTrial = { round: Round; sides: OurSide[]; ballots: ScoredBallot[] };

/** The trials of a season with their ballots, by tournament and number. */
function ourTrials({ tournaments, rounds, lineUps, ballots, sheets }: SeasonRecord): OurTrial[] {
  const parts = new Map(lineUps.map((lineUp) => [lineUp.roundId, lineUp.parts]));
  const scored = ballots.flatMap((ballot): ScoredBallot[] => {
    const sheet = sheets.find((each) => isSameSheet(each, ballot.sheet));
    return sheet ? [{ ...ballot, sheet }] : [];
  });
  const ofRound = Map.groupBy(scored, ({ roundId }) => roundId);
  const sharing = Map.groupBy(rounds, ({ sharedWith }) => sharedWith);
  const place = new Map(tournaments.map(({ id }, index) => [id, index]));
  const orderOf = ({ tournamentId }: Round): number => place.get(tournamentId) ?? tournaments.length;
  return rounds
    .filter(({ sharedWith }) => sharedWith === null)
    .toSorted((one, other) => orderOf(one) - orderOf(other) || one.number - other.number)
    .map((round) => ({
      round,
      sides: [round, ...(sharing.get(round.id) ?? [])].map((each) => ({
        round: each,
        parts: parts.get(each.id) ?? [],
      })),
      ballots: (ofRound.get(round.id) ?? []).toSorted((one, other) => one.number - other.number),
    }));
}

const studentsOf = ({ parts }: OurSide): Partial<Record<Part, string>> =>
  Object.fromEntries(parts.flatMap(({ part, studentId }) => (studentId === null ? [] : [[part, studentId]])));

/** The season as one row per score, in points of ten: 28 for each ballot of college rounds. */
export function seasonRows(record: SeasonRecord): ScoreRow[] {
  const rowsOf = new Map(record.sheets.map((sheet) => [sheet, rowsOnSheet(sheet)]));
  return ourTrials(record).flatMap(({ round, sides, ballots }) => {
    const students = { p: {}, d: {}, ...Object.fromEntries(sides.map((each) => [each.round.side, studentsOf(each)])) };
    return ballots.flatMap(({ id, judge, scores, sheet }) => {
      const ballot = { season: record.season, tournament: round.tournamentId, round: round.id, ballot: id, judge };
      return rowsOf.get(sheet)!({ ...ballot, students, scores });
    });
  });
}

/** In points of ten. */
const meanScore = ({ sheet, scores }: ScoredBallot): number | null => {
  const read = cellsOf(sheet).flatMap((cell) => {
    const score = scores[cell.key] ?? null;
    return score === null ? [] : [outOfTen(score, cell)];
  });
  return read.length === 0 ? null : read.reduce((sum, score) => sum + score, 0) / read.length;
};

/** Finds every score of a student, as the student could read it with `ownScores.inSchool`, in the order of the rounds. */
export function studentScores(record: SeasonRecord): (studentId: string) => OwnScore[] {
  const names = new Map(record.tournaments.map(({ id, name }) => [id, name]));
  const sides = ourTrials(record).flatMap((trial) => trial.sides.map((side) => ({ ...side, ballots: trial.ballots })));
  return (studentId) =>
    sides.flatMap(({ round, parts, ballots }) => {
      const does = new Set(parts.flatMap((each) => (each.studentId === studentId ? [each.part] : [])));
      if (does.size === 0) return [];
      const own = ALL_PARTS.filter((part) => does.has(part));
      return ballots.flatMap((ballot) => {
        const ballotMean = meanScore(ballot);
        return own.flatMap((part) => {
          const kinds = [part.startsWith('witness') ? 'witness' : 'attorney', 'anyone'] as const;
          const rankOf = kinds.find((kind) => ballot.ranks[kind]?.includes(studentId)) ?? null;
          const at = rankOf && ballot.ranks[rankOf]!.indexOf(studentId);
          const cells = cellsOf(ballot.sheet, round.side).filter((cell) => partOf(cell) === part);
          return cells.map((cell): OwnScore => {
            const { key: field, label, role, min, max } = cell;
            const opposing = opposingOn(ballot.sheet, cell);
            return {
              studentId,
              sheetId: ballot.sheet.id,
              sheetTitle: ballot.sheet.title,
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
              label,
              role,
              min,
              max,
              score: ballot.scores[field] ?? null,
              ballotMean: ballotMean === null ? null : min + (ballotMean * (max - min)) / 10,
              opponent: opposing?.min === min && opposing.max === max ? (ballot.scores[opposing.key] ?? null) : null,
              rank: rankOf && placeOf(ballot.sheet, rankOf, at!),
              rankOf,
              comment: ballot.comments[sidePart(round.side, part)] ?? null,
            };
          });
        });
      });
    });
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
