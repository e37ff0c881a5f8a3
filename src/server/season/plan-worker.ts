// The program of the threads that plan imports.
import { compareStudents } from '#season-files/same-student.ts';
import { serveJobs } from '#workers/serve-jobs.ts';
import { insertOf, type Insert } from '../database/insert-all.ts';
import type { BallotToImport } from './import-names.ts';
import { countsOf, planImport, type Known, type Plan } from './import-plan.ts';
import type { ImportOf, PlanJob } from './import.ts';

/** A transaction waits for the plan. */
const NICENESS = 1;

/** The rows that the plan adds, as JSON texts for the database, in the order in which they are inserted. */
function insertsOf(plan: Plan, { schoolId, importId, userId }: ImportOf): Insert[] {
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

/** Names that no student has, each with students who may be the same. */
function suggestionsFor({ students }: Plan, known: Known['students']) {
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  const compared = compareStudents(
    students.map(({ name }) => name),
    [...ids.keys()],
  );
  return compared.map(({ name, suggestions }) => ({ name, suggestions: suggestions.map((one) => ids.get(one)!) }));
}

export type PlannedImport = ReturnType<typeof planned>;
function planned({ ballots, keys, known, students, importOf }: PlanJob) {
  const all = {
    ...known,
    lineUps: JSON.parse(known.lineUps) as Known['lineUps'],
    ballots: JSON.parse(known.ballots) as Known['ballots'],
  };
  const chosen = new Map(students.map(({ name, studentId }) => [name, studentId]));
  const read = JSON.parse(ballots) as BallotToImport[];
  const plan = planImport(read, all, chosen, (name) => keys.get(name) ?? name);
  const added = new Set(plan.rounds.map(({ id }) => id));
  return {
    adds: countsOf(plan),
    rows: plan.rows,
    lineUps: plan.lineUpRounds,
    joins: plan.joins,
    namesakes: plan.namesakes,
    unknown: importOf ? [] : suggestionsFor(plan, all.students),
    inserts: importOf ? insertsOf(plan, importOf) : [],
    /** Rounds that the school had, and that get their line-up from the file. */
    filledRounds: plan.lineUps.map(({ roundId }) => roundId).filter((id) => !added.has(id)),
  };
}

serveJobs(NICENESS, planned);
