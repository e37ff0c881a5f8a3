// The rows that an import's plan adds, as JSON texts for the database. Runs on a thread, because it grows with the file.
import { insertOf, type Insert } from '../database/insert-all.ts';
import type { Plan } from './import-plan.ts';

/** The import that rows belong to, and the person who runs it. */
export type ImportOf = { schoolId: string; importId: string; userId: string | null };

/** In the order in which they are inserted. */
export function insertsOf(plan: Plan, { schoolId, importId, userId }: ImportOf): Insert[] {
  const ours = { schoolId, importId };
  const owned = <Entry extends object>(entries: readonly Entry[]) => entries.map((entry) => ({ ...entry, ...ours }));
  // The P side's rounds first: the others name them.
  const rounds = plan.rounds.toSorted((a, b) => Number(a.sharedWith !== null) - Number(b.sharedWith !== null));
  const parts = plan.lineUps.flatMap(({ roundId, students }) =>
    [...students].map(([part, studentId]) => ({ roundId, part, studentId })),
  );
  const ballots = plan.ballots.map(({ scores: _scores, comments: _comments, ranks: _ranks, ...ballot }) => {
    return { ...ballot, source: 'file' as const, keptBy: userId };
  });
  const scores = plan.ballots.map(({ id, scores: given, comments, ranks }) => {
    return { ballotId: id, schoolId, scores: given, comments, ranks };
  });
  return [
    insertOf('teams', owned(plan.teams)),
    insertOf('students', owned(plan.students)),
    insertOf('tournaments', owned(plan.tournaments)),
    insertOf('rounds', owned(rounds)),
    insertOf('roundParts', owned(parts)),
    insertOf('keptBallots', owned(ballots)),
    insertOf('ballotScores', scores),
  ];
}
