// The program of the threads that plan imports.
import { compareStudents } from '#season-files/same-student.ts';
import { serveJobs } from '#workers/serve-jobs.ts';
import type { BallotToImport } from './import-names.ts';
import { countsOf, planImport, type Known, type Plan } from './import-plan.ts';
import { insertsOf } from './import-rows.ts';
import type { PlanJob, PlannedImport } from './import.ts';

/** A transaction waits for the plan. */
const NICENESS = 1;

/** Students who may be the same as those whom the plan would add. */
function suggestionsFor({ students }: Plan, known: Known['students']): PlannedImport['unknown'] {
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  const compared = compareStudents(
    students.map(({ name }) => name),
    [...ids.keys()],
  );
  return compared.map(({ name, suggestions }) => ({ name, suggestions: suggestions.map((one) => ids.get(one)!) }));
}

serveJobs(NICENESS, ({ ballots, keys, known, students, importOf }: PlanJob): PlannedImport => {
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
    filledRounds: plan.lineUps.map(({ roundId }) => roundId).filter((id) => !added.has(id)),
  };
});
