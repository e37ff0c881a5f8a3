// The rows that an import's plan adds, as JSON texts for the database. Runs on a thread, because it grows with the file.
import { insertOf, type Insert } from '../database/insert-all.ts';
import type { Plan } from './import-plan.ts';

/** The import that rows belong to, and the person who runs it. */
export type ImportOf = { schoolId: string; importId: string; userId: string | null };

const NAMED = 'id uuid, name text, school_id uuid, import_id uuid';

/** In the order in which they are inserted. */
export function insertsOf(plan: Plan, { schoolId, importId, userId }: ImportOf): Insert[] {
  const ours = { school_id: schoolId, import_id: importId };
  // The P side's rounds first: the others name them.
  const rounds = plan.rounds
    .toSorted((a, b) => Number(a.sharedWith !== null) - Number(b.sharedWith !== null))
    .map(({ id, tournamentId, teamId, number, side, sharedWith, opponent }) => {
      const where = { tournament_id: tournamentId, team_id: teamId, shared_with: sharedWith };
      return { id, ...ours, ...where, number, side, opponent };
    });
  const parts = plan.lineUps.flatMap(({ roundId, students }) =>
    [...students].map(([part, studentId]) => ({ round_id: roundId, part, ...ours, student_id: studentId })),
  );
  const ballots = plan.ballots.map(({ id, roundId, number, judge, tabMargin }) => {
    return { id, ...ours, round_id: roundId, number, judge, tab_margin: tabMargin, source: 'file', kept_by: userId };
  });
  const scores = plan.ballots.map(({ id, scores: given, comments, ranks }) => {
    return { ballot_id: id, school_id: schoolId, scores: given, comments, ranks };
  });
  const owned = <Entry extends object>(entries: readonly Entry[]) => entries.map((entry) => ({ ...entry, ...ours }));
  return [
    insertOf('teams', NAMED, owned(plan.teams)),
    insertOf('students', NAMED, owned(plan.students)),
    insertOf('tournaments', `${NAMED}, season text`, owned(plan.tournaments)),
    insertOf(
      'rounds',
      `id uuid, school_id uuid, import_id uuid, tournament_id uuid, team_id uuid, shared_with uuid, number smallint,
        side text, opponent text`,
      rounds,
    ),
    insertOf('round_parts', 'round_id uuid, part text, school_id uuid, import_id uuid, student_id uuid', parts),
    insertOf(
      'kept_ballots',
      `id uuid, school_id uuid, import_id uuid, round_id uuid, number smallint, judge text, tab_margin smallint,
        source text, kept_by uuid`,
      ballots,
    ),
    insertOf('ballot_scores', 'ballot_id uuid, school_id uuid, scores jsonb, comments jsonb, ranks jsonb', scores),
  ];
}
