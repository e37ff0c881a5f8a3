// Rosters: a school's teams, students and tournaments. All three have the same calls; a student may belong to a team.
// Names are unique within a roster, ignoring case and accents.
import type { ErrorMap } from '@orpc/contract';
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import { inBulk } from './in-bulk.ts';
import type { Subject } from './permissions.ts';
import { day, id, name, seasonName, storable } from './fields.ts';
import { sheetRef } from './sheets.ts';
import { fullList } from './words.ts';

const ofSchool = z.strictObject({ schoolId: id });
export const rosterEntry = z.object({ id, name: z.string(), version });
/** What is known about a student besides the name and the team. */
export const studentFacts = {
  /** The person of the school who is this student, and may read the student's own scores. */
  userId: z.nullable(id),
  classYear: z.nullable(z.int().check(z.gte(1980), z.lte(2200))),
  /** Graduated or gone: kept for past seasons, and no longer offered for new ones. */
  isArchived: z.boolean(),
};
export const student = z.extend(rosterEntry, { teamId: z.nullable(id), ...studentFacts });

export const ENDS_BEFORE_START = 'A tournament can’t end before it starts.';

/** When and where a tournament is, and which case it uses. Without a season, it is in that of the database’s day. */
export const tournamentFacts = {
  season: seasonName,
  startsOn: z.nullable(day),
  endsOn: z.nullable(day),
  place: z.nullable(name),
  caseId: z.nullable(id),
};
/** The sheet that its rounds are scored on; college-28 by default. Saved ballots keep theirs. */
const scoring = { sheet: sheetRef };
export const tournament = z.extend(rosterEntry, { ...tournamentFacts, ...scoring });
export type Tournament = z.infer<typeof tournament>;
export type Student = z.infer<typeof student>;
/** Optional, and without the `undefined` that a form never sends. */
const optionalOf = <Shape extends Record<string, z.core.$ZodType>>(shape: Shape) => z.partial(z.object(shape)).shape;

/** @param single fields that only a form sets, not a file or a change of many records */
const roster = <
  Entry extends z.core.$ZodType,
  Fields extends z.core.$ZodShape,
  Facts extends z.core.$ZodShape,
  Single extends z.core.$ZodShape,
  Refusals extends ErrorMap,
>(
  subject: Extract<Subject, 'team' | 'student' | 'tournament'>,
  entry: Entry,
  fields: Fields,
  facts: Facts,
  single: Single,
  refusals: Refusals,
) => {
  const nameTaken = {
    NAME_TAKEN: { status: 409, message: `This school already has a ${subject} with this name.` },
  };
  return {
    /** The school's entries, sorted by name. */
    inSchool: reads(subject).input(ofSchool).output(z.array(entry)),
    /** The form chooses `id`, so that an entry sent twice is added once. */
    add: changes(subject, 'create')
      .input(z.strictObject({ schoolId: id, id, ...fields, ...optionalOf(facts), ...optionalOf(single) }))
      .output(entry)
      .errors(nameTaken)
      .errors(refusals)
      .errors(fullList(`${subject}s`)),
    update: changes(subject, 'update')
      .input(z.strictObject({ schoolId: id, id, version, changed: someOf({ ...fields, ...facts, ...single }) }))
      .output(entry)
      .errors(nameTaken)
      .errors(refusals)
      .errors(changedMeanwhile(entry)),
    remove: changes(subject, 'delete')
      .input(z.strictObject({ schoolId: id, id }))
      .output(z.void()),
    ...inBulk(subject, { schoolId: id }, { ...fields, ...optionalOf(facts) }, { ...fields, ...facts }),
  };
};

export const MAX_SIMILAR_TEAMS = 20;
const knownTeam = z.object({ id, name: z.string(), school: z.string() });

export const teams = {
  ...roster('team', rosterEntry, { name }, {}, {}, {}),
  /** The teams with the names most similar to `name`, among those that the person may see, each with its school's short name. */
  similar: reads('team')
    .input(z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200), storable) }))
    .output(z.array(knownTeam).check(z.maxLength(MAX_SIMILAR_TEAMS))),
};
export const students = {
  ...roster('student', student, { name, teamId: z.nullable(id) }, studentFacts, {}, {}),
  /** Deletes a student for good: the name is in no table afterwards but that of try-outs' candidates, and the scores stay without it. */
  anonymize: changes('student', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
};
export const tournaments = roster('tournament', tournament, { name }, tournamentFacts, scoring, {
  ENDS_BEFORE_START: { status: 422, message: ENDS_BEFORE_START },
});
