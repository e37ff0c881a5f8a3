// What several screens load, by subject: each load has one name, and one text for when it fails.
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/server/query-client.ts';
import { useLoad, type How } from '#web/server/use-load.ts';
import { useSchool } from '#web/state/school.ts';

/** Begins the toast when a load fails. */
export const named = (failed: string) => ({ meta: { failed } });

export const witnessesOf = (caseId: string) =>
  api.witnesses.ofCase.queryOptions({ input: { caseId }, ...named('Failed to load witnesses') });
export const studentsOf = (schoolId: string) =>
  api.students.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load school students') });
export const tournamentsOf = (schoolId: string) =>
  api.tournaments.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load school tournaments') });
export const seasonOf = (schoolId: string, season: string) =>
  api.seasonBook.season.queryOptions({ input: { schoolId, season }, ...named('Failed to load the season') });
export const sheetsOf = (schoolId: string) =>
  api.sheets.ofSchool.queryOptions({ input: { schoolId }, ...named('Failed to load score sheets') });

/** The open requests that the person decides on, of all schools. */
export const useAccessRequests = (how?: How) =>
  useLoad(api.accessRequests.toDecide, 'Failed to load access requests', undefined, how);
export const useColleagueRequests = (how?: How) =>
  useLoad(api.colleagueRequests.open, 'Failed to load requests for colleagues', undefined, how);

export const useCases = () => useLoad(api.cases.overview, 'Failed to load cases');

/** The input of calls about the school that the page is about. */
const useInput = () => ({ schoolId: useSchool().schoolId });
export const usePeople = (how?: How) =>
  useLoad(api.assignments.inSchool, 'Failed to load school users', useInput(), how);
export const useTeams = () => useLoad(api.teams.inSchool, 'Failed to load school teams', useInput());
export const useStudents = (how?: How) => useQuery({ ...studentsOf(useSchool().schoolId), ...how });
export const useSheets = () => useQuery(sheetsOf(useSchool().schoolId));
export const useBook = (how?: How) =>
  useLoad(api.seasonBook.ofSchool, 'Failed to load the season book', useInput(), how);
export const useSeasons = () => useLoad(api.seasonBook.seasons, 'Failed to load the seasons', useInput());
export const useStudentLinks = (how?: How) =>
  useLoad(api.studentLinks.inSchool, 'Failed to load the links to student cards', useInput(), how);
