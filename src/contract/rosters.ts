// Rosters: a school's teams, students and tournaments. The three read and change alike; a student may belong to a team.
// A name appears once in a school's roster, whatever its case and accents.
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
    NAME_TAKEN: { status: 409, message: `This school already has a ${subject} of that name.` },
  };
  return {
    /** The school's entries, sorted by name. */
    inSchool: reads(subject).input(ofSchool).output(z.array(entry)),
    /** `id` is the form's own: sent twice, the entry is added once. */
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

export const MOST_LIKE = 20;
const knownTeam = z.object({ id, name: z.string(), school: z.string() });

export const teams = {
  ...roster('team', rosterEntry, { name }),
  /** The teams that the asker may see whose names are most like `name`, the likest first, each with its school's short name. */
  like: reads('team')
    .input(z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(200)) }))
    .output(z.array(knownTeam).check(z.maxLength(MOST_LIKE))),
};
export const students = roster('student', student, { name, teamId: z.nullable(id) });
export const tournaments = roster('tournament', rosterEntry, { name });
