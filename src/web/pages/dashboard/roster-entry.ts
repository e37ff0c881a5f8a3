import type { UseQueryResult } from '@tanstack/react-query';
import type { Subject } from '#contract/permissions.ts';
import type { Student, Tournament } from '#contract/rosters.ts';
import { api } from '#web/server/query-client.ts';

export type RosterName = 'teams' | 'students' | 'tournaments';
/** Only a student has a team and a person who signs in, and only a tournament a season and days. */
export type Entry = Pick<Student, 'id' | 'name' | 'version'> &
  Partial<Pick<Student, 'teamId' | 'userId'> & Pick<Tournament, 'season' | 'startsOn' | 'endsOn'>>;
export type Team = { id: string; name: string };

/** What the section of each roster is called and says. */
export const ROSTERS = {
  teams: { subject: 'team', what: 'Team', title: 'Teams', empty: 'No teams found' },
  students: { subject: 'student', what: 'Student', title: 'Students', empty: 'No students found' },
  tournaments: { subject: 'tournament', what: 'Tournament', title: 'Tournaments', empty: 'No tournaments found' },
} as const satisfies Record<RosterName, { subject: Subject; what: string; title: string; empty: string }>;

/** What a list shows of a query. */
export type Shown<Data> = Pick<UseQueryResult<Data>, 'data' | 'isLoadingError' | 'error' | 'refetch'>;

export interface RosterProps {
  roster: RosterName;
  query: Shown<Entry[]>;
  /** For students: the teams to choose from. */
  teams?: readonly Team[];
  /** For teams: the students to list under them. */
  students?: readonly Entry[];
}

export const rosterKey = (roster: RosterName, schoolId: string) =>
  api[roster].inSchool.queryKey({ input: { schoolId } });
