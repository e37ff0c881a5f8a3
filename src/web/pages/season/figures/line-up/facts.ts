// What every part of the page knows: the season, the side that is chosen, and what the scores say.
import type { Side } from '#ballot/form.ts';
import type { Estimate, SeasonFigures } from '#contract/metrics.ts';
import type { Student } from '#contract/rosters.ts';
import type { Season } from '#contract/season-book.ts';
import type { Part, Role } from '#metrics/scores.ts';
import type { RoundLineUp } from '../../queries.ts';

export interface Facts {
  season: Season;
  lineUps: readonly RoundLineUp[];
  side: Side;
  /** Of the side. */
  parts: readonly Part[];
  /** Archived ones, too: they may have been in an earlier line-up. */
  all: ReadonlyMap<string, Student>;
  /** Who may be in a line-up. */
  students: ReadonlyMap<string, Student>;
  /** Undefined while they load. */
  figures: SeasonFigures | undefined;
}

/** Finds the estimate of a student in a role. Undefined where the student was never scored. */
export function estimateIn({ estimates }: Pick<SeasonFigures, 'estimates'>) {
  const known = new Map(estimates.map((each) => [`${each.studentId} ${each.role}`, each]));
  return (id: string, role: Role): Estimate | undefined => known.get(`${id} ${role}`);
}
