// What the command palette finds: pages and actions of the person who is signed in, their schools and what belongs to the chosen
// one, and people and cases as far as they may see them. Super admins search all schools, users and cases on the server.
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, type NavigateOptions } from '@tanstack/react-router';
import { isAmong } from '#contract/permissions.ts';
import { MAIN_PAGES, STAFF_PAGES } from '#web/destinations.ts';
import { schoolEntry } from '#web/shell/school-switcher.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { api } from '#web/server/query-client.ts';
import { useSession } from '#web/state/session.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';
import { useMay } from '#web/state/use-may.ts';
import { entry, MAX_PER_GROUP, type Entry } from './entry.ts';
import { matching } from './matching.ts';
import { useSchoolEntries } from './school-entries.ts';
import { useLogOut } from '#web/shell/use-log-out.ts';

/** Fewer letters match too many records to be of use. */
const MIN_LETTERS = 2;

/** `search` follows `typed` after a pause, and is what the server is asked for. */
export function useEntries(typed: string, search: string, onHelp: () => void) {
  const { me } = useSession();
  const isSuperAdmin = me?.isSuperAdmin ?? false;
  const isSearching = search.trim().length >= MIN_LETTERS;
  const { data: assignments = [] } = useMyAssignments();
  const { school, setSchool } = useCurrentSchool();
  const scheme = useComputedColorScheme('light');
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const navigate = useNavigate();
  const logOut = useLogOut();
  const may = useMay();
  const to = (where: NavigateOptions) => () => void navigate(where);

  const onServer = { enabled: isSuperAdmin && isSearching, placeholderData: keepPreviousData };
  const schools = useQuery({ ...api.schools.list.queryOptions({ input: { search } }), ...onServer });
  const users = useQuery({ ...api.users.list.queryOptions({ input: { search } }), ...onServer });
  const caseList = useQuery({ ...api.cases.list.queryOptions({ input: { search } }), ...onServer });
  const colleagues = useQuery({
    ...api.assignments.inSchool.queryOptions({ input: { schoolId: school ?? '' } }),
    enabled: !isSuperAdmin && isSearching && school !== null,
  });
  const ofSchool = useSchoolEntries(typed, isSearching ? school : null, to);
  const overview = useQuery({ ...api.cases.overview.queryOptions(), enabled: !isSuperAdmin && isSearching });

  const page = (label: string, where: NavigateOptions, holds?: string) =>
    entry('Pages', label, label, to(where), holds);
  const action = (label: string, run: () => void) => entry('Actions', label, label, run);
  const isMember = me !== null && isAmong('member', { ...me, userId: me.id });

  const here: Entry[] = [
    ...MAIN_PAGES.filter(({ needs }) => school !== null || needs !== 'school').map(({ label, to: address, holds }) =>
      page(label, { to: address }, holds),
    ),
    ...(school !== null && may('read', 'ballotScores', school)
      ? STAFF_PAGES.map(({ label, to: address }) => page(`Season: ${label}`, { to: address }))
      : []),
    ...(school === null ? [] : [page('Score Sheets', { to: '/school/sheets' })]),
    ...(school !== null && may('read', 'tryOut', school) ? [page('Try-Outs', { to: '/season/try-outs' })] : []),
    page('Settings', { to: '/settings' }),
    ...(isMember || isSuperAdmin ? [page('Blank Ballot', { to: '/admin-test/blank-ballot' })] : []),
    ...(isSuperAdmin
      ? [
          page('Ballot Processor', { to: '/admin-test' }),
          page('Admin: Schools', { to: '/admin' }),
          page('Admin: Users', { to: '/admin', search: { tab: 'users' } }),
          page('Admin: Cases', { to: '/admin', search: { tab: 'cases' } }),
          page('Admin: History', { to: '/admin', search: { open: 'history' } }),
        ]
      : []),
    page('Service Status', { to: '/status' }),
    page('Privacy and Security', { to: '/privacy-and-security' }),
    ...assignments
      .filter(({ schoolId }) => schoolId !== school)
      .map(({ schoolId, school: other }) =>
        entry('Your schools', schoolId, `Switch to ${schoolEntry(other)}`, () => {
          ifDiscarded(() => setSchool(schoolId));
        }),
      ),
    ...(isSuperAdmin
      ? [
          action('Add School', to({ to: '/admin', search: { open: 'new' } })),
          action('Add Case', to({ to: '/admin', search: { tab: 'cases', open: 'new' } })),
        ]
      : []),
    action(scheme === 'dark' ? 'Light theme' : 'Dark theme', () =>
      setColorScheme(scheme === 'dark' ? 'light' : 'dark'),
    ),
    action('Keyboard shortcuts', onHelp),
    action('Log Out', logOut),
  ];

  const first = <Row>(rows: readonly Row[] | undefined): readonly Row[] => (rows ?? []).slice(0, MAX_PER_GROUP);
  const found: Entry[] = isSuperAdmin
    ? [
        ...first(schools.data?.rows).map(({ id, name, shortName }) =>
          entry('Schools', id, name, to({ to: '/admin', search: { open: id } }), shortName),
        ),
        ...first(users.data?.rows).map(({ id, name, email }) =>
          entry('People', id, name, to({ to: '/admin', search: { tab: 'users', open: id } }), email),
        ),
        ...first(caseList.data?.rows).map(({ id, name, year }) =>
          entry('Cases', id, name, to({ to: '/admin', search: { tab: 'cases', open: id } }), String(year)),
        ),
      ]
    : [
        colleagues.data?.map(({ user: { id, name, email } }) => entry('People', id, name, to({ to: '/' }), email)),
        overview.data?.map(({ id, name, year }) => entry('Cases', id, name, to({ to: '/cases' }), String(year))),
      ].flatMap((all = []) => first(matching(typed, all)));
  // After fewer letters, nothing is asked for, and the answers to the letters before don't count.
  const loading =
    isSearching &&
    (ofSchool.isLoading ||
      [schools, users, caseList, colleagues, overview].some(
        ({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData,
      ));
  const records = [...ofSchool.entries, ...(isSearching ? found : [])];
  return {
    // Pages come first, so those with a similar name wait until no record is found.
    entries: [...matching(typed, here, records.length === 0 && !loading), ...records],
    isSearching: loading || (typed.trim().length >= MIN_LETTERS && typed !== search),
  };
}
