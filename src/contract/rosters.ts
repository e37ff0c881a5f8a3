// Rosters: a school's teams, students and tournaments. The three read alike.
import * as z from 'zod/mini';
import { reads } from './call.ts';
import type { Subject } from './permissions.ts';
import { id } from './words.ts';

const ofSchool = z.object({ schoolId: id });
const rosterEntry = z.object({ id, name: z.string() });
export type RosterEntry = z.infer<typeof rosterEntry>;

const roster = (subject: Extract<Subject, 'team' | 'student' | 'tournament'>) => ({
  /** The school's entries, sorted by name. */
  inSchool: reads(subject).input(ofSchool).output(z.array(rosterEntry)),
});

const knownTeam = z.object({ id, name: z.string(), school: z.string() });

export const teams = {
  ...roster('team'),
  /** Every team that the asker may see, sorted by name, each with its school's short name. */
  known: reads('team').output(z.array(knownTeam)),
};
export const students = roster('student');
export const tournaments = roster('tournament');
