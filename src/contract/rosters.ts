// Rosters: a school's teams, students and tournaments. All three have the same calls; a student may belong to a team.
// Names are unique within a roster, ignoring case and accents.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { changedMeanwhile, someOf, version } from './change.ts';
import type { Subject } from './permissions.ts';
import { fullList, id, name } from './words.ts';

const ofSchool = z.object({ schoolId: id });
const rosterEntry = z.object({ id, name: z.string(), version });
const student = z.extend(rosterEntry, { teamId: z.nullable(id) });

const roster = <Entry extends z.core.$ZodType, Fields extends z.core.$ZodShape>(
  subject: Extract<Subject, 'team' | 'student' | 'tournament'>,
  entry: Entry,
  fields: Fields,
) => {
  const nameTaken = {
    NAME_TAKEN: { status: 409, message: `This school already has a ${subject} with this name.` },
  };
  return {
    /** The school's entries, sorted by name. */
    inSchool: reads(subject).input(ofSchool).output(z.array(entry)),
    /** The form chooses `id`, so that an entry sent twice is added once. */
    add: changes(subject, 'create')
      .input(z.strictObject({ schoolId: id, id, ...fields }))
      .output(entry)
      .errors(nameTaken)
      .errors(fullList(`${subject}s`)),
    update: changes(subject, 'update')
      .input(z.strictObject({ schoolId: id, id, version, changed: someOf(fields) }))
      .output(entry)
      .errors(nameTaken)
      .errors(changedMeanwhile(entry)),
    remove: changes(subject, 'delete')
      .input(z.strictObject({ schoolId: id, id }))
      .output(z.void()),
  };
};

export const MAX_SIMILAR_TEAMS = 20;
const knownTeam = z.object({ id, name: z.string(), school: z.string() });

export const teams = {
  ...roster('team', rosterEntry, { name }),
  /** The teams with the names most similar to `name`, among those that the person may see, each with its school's short name. */
  similar: reads('team')
    .input(z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200)) }))
    .output(z.array(knownTeam).check(z.maxLength(MAX_SIMILAR_TEAMS))),
};
export const students = roster('student', student, { name, teamId: z.nullable(id) });
export const tournaments = roster('tournament', rosterEntry, { name });
