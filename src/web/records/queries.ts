// What several screens load, by subject: each load has one name, and one text for when it fails.
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/server/query-client.ts';
import { useSchool } from '#web/state/school.ts';

const named = (failed: string) => ({ meta: { failed } });

export const witnessesOf = (caseId: string) =>
  api.witnesses.ofCase.queryOptions({ input: { caseId }, ...named('Failed to load witnesses') });

const peopleOf = (schoolId: string) =>
  api.assignments.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load school users') });
const teamsOf = (schoolId: string) =>
  api.teams.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load school teams') });
export const studentsOf = (schoolId: string) =>
  api.students.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load school students') });
export const tournamentsOf = (schoolId: string) =>
  api.tournaments.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load school tournaments') });
const bookOf = (schoolId: string) =>
  api.seasonBook.ofSchool.queryOptions({ input: { schoolId }, ...named('Failed to load the season book') });
const studentLinksOf = (schoolId: string) =>
  api.studentLinks.inSchool.queryOptions({
    input: { schoolId },
    ...named('Failed to load the links to student cards'),
  });
const seasonsOf = (schoolId: string) =>
  api.seasonBook.seasons.queryOptions({ input: { schoolId }, ...named('Failed to load the seasons') });
export const seasonOf = (schoolId: string, season: string) =>
  api.seasonBook.season.queryOptions({ input: { schoolId, season }, ...named('Failed to load the season') });

export const sheetsOf = (schoolId: string) =>
  api.sheets.ofSchool.queryOptions({ input: { schoolId }, ...named('Failed to load score sheets') });

const tryOutsOf = (schoolId: string) =>
  api.tryOuts.inSchool.queryOptions({ input: { schoolId }, ...named('Failed to load try-outs') });
const tryOutOf = (schoolId: string, id: string) =>
  api.tryOuts.details.queryOptions({ input: { schoolId, id }, ...named('Failed to load the try-out') });

export const useCases = () => useQuery(api.cases.overview.queryOptions(named('Failed to load cases')));

type Option = { enabled?: boolean };
/** What the school has that the page is about. */
export const usePeople = (option?: Option) => useQuery({ ...peopleOf(useSchool().schoolId), ...option });
export const useTeams = () => useQuery(teamsOf(useSchool().schoolId));
export const useStudents = (option?: Option) => useQuery({ ...studentsOf(useSchool().schoolId), ...option });
export const useTournaments = () => useQuery(tournamentsOf(useSchool().schoolId));
export const useTryOuts = () => useQuery(tryOutsOf(useSchool().schoolId));
export const useTryOut = (id: string) => useQuery(tryOutOf(useSchool().schoolId, id));
export const useSheets = () => useQuery(sheetsOf(useSchool().schoolId));
export const useBook = (option?: Option) => useQuery({ ...bookOf(useSchool().schoolId), ...option });
export const useSeasons = () => useQuery(seasonsOf(useSchool().schoolId));
export const useStudentLinks = (option?: Option) => useQuery({ ...studentLinksOf(useSchool().schoolId), ...option });
