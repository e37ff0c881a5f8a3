import type { UseQueryResult } from '@tanstack/react-query';
import { api } from '#web/server/query-client.ts';

export type RosterName = 'teams' | 'students' | 'tournaments';
/** Only a student has a team and a person who signs in, and only a tournament a season and days. */
export type Entry = {
  id: string;
  name: string;
  version: number;
  teamId?: string | null;
  userId?: string | null;
  season?: string;
  startsOn?: string | null;
  endsOn?: string | null;
};
export type Team = { id: string; name: string };

const TITLES: Record<RosterName, string> = { teams: 'Teams', students: 'Students', tournaments: 'Tournaments' };
/** What the section of a roster says. */
export const rosterTexts = (roster: RosterName) => ({ title: TITLES[roster], empty: `No ${roster} found` });

export interface RosterProps {
  roster: RosterName;
  query: Pick<UseQueryResult<Entry[]>, 'data' | 'isLoadingError' | 'error' | 'refetch'>;
  /** For students: the teams to choose from. */
  teams?: readonly Team[];
  /** For teams: the students to list under them. */
  students?: readonly Entry[];
}

export const rosterKey = (roster: RosterName, schoolId: string) =>
  api[roster].inSchool.queryKey({ input: { schoolId } });
