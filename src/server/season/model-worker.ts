// The program of the threads that fit a season's model.
import { scoreRowsOf, type ScoreRow } from '#metrics/scores.ts';
import { seasonModelOf } from '#metrics/season-model.ts';
import { modelSentences, roleVerdicts } from '#metrics/sentences.ts';
import { serveJobs } from '#workers/serve-jobs.ts';
import type { ModelBallot, SeasonFigures } from './models.ts';

/** Calls come first, also on one core. */
const NICENESS = 19;

/** The 28 rows of a ballot, with the students of both sides where both are the school's own. */
function rowsOf({ id, round, judge, scores, students }: ModelBallot): ScoreRow[] {
  const ballot = {
    season: '',
    tournament: '',
    round,
    ballot: id,
    judge,
    scores,
    side: 'p',
    students: students.p,
  } as const;
  return scoreRowsOf(ballot).map((row) =>
    row.side === 'p' ? row : Object.assign(row, { student: students.d[row.part] ?? '' }),
  );
}

serveJobs(NICENESS, (texts: readonly string[]): SeasonFigures => {
  const ballots = texts.flatMap((text) => JSON.parse(text) as ModelBallot[]);
  const model = seasonModelOf(ballots.flatMap(rowsOf));
  return { ...model, verdicts: roleVerdicts(model), source: modelSentences(model) };
});
