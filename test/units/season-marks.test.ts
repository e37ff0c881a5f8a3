// Each student's two marks in a chart, the plain mean and the adjusted figure, share one zero.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import type { Round } from '#contract/rounds.ts';
import { mean } from '#metrics/plain-figures.ts';
import { cellOf, PARTS, ROLES, SIDES } from '#metrics/scores.ts';
import { PRIORS, seasonModelOf } from '#metrics/season-model.ts';
import { roleVerdicts } from '#metrics/sentences.ts';
import { trialsOf, type Trial } from '#metrics/trials.ts';
import { randomFrom } from '#test/ballots/random.ts';
import { simulateSeason, wholeScore } from '#test/metrics/simulated-season.ts';
import { roleLines, type RoleLines } from '#web/pages/season/figures/students/figures.ts';
import { seasonRows, type SeasonRecord } from '#web/pages/season/figures/season-rows.ts';
import { BALLOT, ROUND } from './season-record.ts';

const SEASON = '2026-27';
const roundOf = ({ tournament, round, ours }: Trial): Round => ({
  ...ROUND,
  id: round,
  tournamentId: tournament,
  side: ours ?? 'p',
});

const SHEET = { id: 'college-28', version: 1 };

function keptBallot({ round, ballots }: Trial, index: number): KeptBallot {
  const { judge, rows } = ballots[index]!;
  const scoreOf = (field: (typeof SCORE_FIELDS)[number]): number => {
    const cell = cellOf(field);
    return wholeScore(
      rows.find((row) => row.side === cell.side && row.part === cell.part && row.kind === cell.kind)!.score,
    );
  };
  return {
    ...BALLOT,
    id: rows[0]!.ballot,
    roundId: round,
    number: index + 1,
    judge,
    scores: Object.fromEntries(SCORE_FIELDS.map((field) => [field, scoreOf(field)])),
  };
}

function recordOf(trials: readonly Trial[]): SeasonRecord {
  return {
    season: SEASON,
    tournaments: [...new Set(trials.map(({ tournament }) => tournament))].map((id) => ({
      id,
      name: id,
      season: SEASON,
      startsOn: null,
      endsOn: null,
      place: null,
      caseId: null,
      caseName: null,
      sheet: SHEET,
      version: 1,
    })),
    rounds: trials.map(roundOf),
    lineUps: trials.map(({ round, ours, ballots }) => ({
      roundId: round,
      parts: PARTS.map((part) => ({
        part,
        studentId: ballots[0]!.rows.find((row) => row.part === part && row.side === ours)!.student,
        witnessId: null,
      })),
    })),
    ballots: trials.flatMap((trial) => trial.ballots.map((_, index) => keptBallot(trial, index))),
    sheets: [COLLEGE_28],
  };
}

/** What the page draws for a record, over all or some of its scores. */
function drawn(record: SeasonRecord, address: { side?: 'p' | 'd'; tournament?: string }): RoleLines[] {
  const model = seasonModelOf(seasonRows(record));
  const figures = {
    rounds: model.rounds,
    ballots: model.ballots,
    isEstimated: model.estimated,
    variances: model.variances,
    estimates: model.estimates.map(({ student, ...estimate }) => ({ ...estimate, studentId: student })),
    verdicts: Object.fromEntries(roleVerdicts(model)),
    source: [],
    isOutdated: false,
    sheetId: SHEET.id,
    sheets: [],
    parts: { p: [], d: [] },
  };
  const all = { season: undefined, role: undefined, one: undefined, other: undefined, order: undefined };
  return roleLines({
    record,
    figures,
    students: new Map(),
    address: { side: undefined, tournament: undefined, view: undefined, ...all, ...address },
  });
}

const seasons = fc
  .record({ seed: fc.integer({ min: 1, max: 1e6 }), rounds: fc.integer({ min: 1, max: 24 }) })
  .map(({ seed, rounds }) => {
    const program = { teams: 2, teamSize: 7, rounds, judges: 2, variances: PRIORS };
    return recordOf(trialsOf(simulateSeason(program, randomFrom(seed)).rows));
  });

const filters = fc.record({
  side: fc.constantFrom(undefined, ...SIDES),
  tournament: fc.constantFrom(undefined, 'Tournament 1', 'Tournament 2'),
});

test('whatever is filtered, the diamonds of a role average the same as its dots', () => {
  fc.assert(
    fc.property(seasons, filters, (record, { side, tournament }) => {
      for (const { lines } of drawn(record, { ...(side && { side }), ...(tournament && { tournament }) })) {
        const dots = lines.map(({ estimate }) => estimate!.estimate);
        expect(mean(lines.map(({ relative }) => relative))).toBeCloseTo(mean(dots), 9);
      }
    }),
    { numRuns: 20 },
  );
});

test('over a whole season, dots and diamonds both average 0, which the axis calls the average', () => {
  fc.assert(
    fc.property(seasons, (record) => {
      const roles = drawn(record, {});
      expect(roles.map(({ role }) => role)).toEqual([...ROLES]);
      for (const { lines } of roles) {
        expect(mean(lines.map(({ estimate }) => estimate!.estimate))).toBeCloseTo(0, 6);
        expect(mean(lines.map(({ relative }) => relative))).toBeCloseTo(0, 6);
      }
    }),
    { numRuns: 10 },
  );
});
