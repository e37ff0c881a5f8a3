// The program of the threads that fit a season's model.
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { ScoreRow } from '#metrics/scores.ts';
import { seasonModelOf } from '#metrics/season-model.ts';
import { modelSentences, OTHER_SHEET, roleVerdicts } from '#metrics/sentences.ts';
import { serveJobs } from '#workers/serve-jobs.ts';
import { rowsOnSheet } from '#metrics/sheet-parts.ts';
import type { Fitted, ModelBallot, ModelJob } from './models.ts';

/** Calls come first, also on one core. */
const NICENESS = 19;

/** The rows of ballots, with the students of both sides where both are the school's own. */
function rowsOf(ballots: readonly ModelBallot[], sheets: readonly Sheet[]): ScoreRow[] {
  const onEdition = new Map(sheets.map((sheet) => [sheet.version, rowsOnSheet(sheet)]));
  return ballots.flatMap(({ id, edition, ...ballot }) =>
    onEdition.get(edition)!({ season: '', tournament: '', ballot: id, ...ballot }),
  );
}

serveJobs(NICENESS, ({ texts, sheets }: ModelJob): Fitted => {
  const ballots = texts.flatMap((text) => JSON.parse(text) as ModelBallot[]);
  const model = seasonModelOf(rowsOf(ballots, sheets));
  const isCollege = sheets.some(({ id }) => id === COLLEGE_28.id);
  const source = [...modelSentences(model), ...(isCollege ? [] : [OTHER_SHEET])];
  return { ...model, verdicts: roleVerdicts(model), source };
});
