// The address holds the admin area's whole state: tab, search, column, filters, sort order, open record and its view. The
// back button closes a dialog, and a reload or a shared link opens it again.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { CASE_COLUMNS, CASE_SORTS, SCHOOL_COLUMNS, SCHOOL_SORTS, USER_COLUMNS, USER_SORTS } from '#contract/columns.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';
import { isLeaving, leaveDialog } from '#web/records/leave-dialog.ts';
import { idIn, oneOf, withoutGaps } from '#web/records/search-parameters.ts';
import { filtersIn, type FilterKey } from './filters.ts';

export const ADMIN_TABS = ['schools', 'users', 'cases'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];
const RECORD_VIEWS = ['details', 'assignments', 'witnesses', 'history', 'delete'] as const;
export type RecordView = (typeof RECORD_VIEWS)[number];

const LISTS = {
  schools: { columns: SCHOOL_COLUMNS, sorts: SCHOOL_SORTS },
  users: { columns: USER_COLUMNS, sorts: USER_SORTS },
  cases: { columns: CASE_COLUMNS, sorts: CASE_SORTS },
} as const satisfies Record<AdminTab, { columns: readonly string[]; sorts: readonly string[] }>;

export const isSearchedColumn = (tab: AdminTab, key: string): boolean =>
  oneOf<string>(LISTS[tab].columns, key) !== undefined;

export type ListColumn<Tab extends AdminTab = AdminTab> = (typeof LISTS)[Tab]['columns'][number];
export type ListSort<Tab extends AdminTab = AdminTab> = (typeof LISTS)[Tab]['sorts'][number];

const MAX_SEARCH = 200;

/** The router reads `search=42` as a number. */
const text = (given: unknown): string | undefined => {
  const read = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given;
  return typeof read === 'string' && read !== '' ? read.slice(0, MAX_SEARCH) : undefined;
};
const recordId = (given: unknown, tab: AdminTab): string | undefined => {
  if (given === 'history' || given === 'deleted' || (given === 'new' && tab !== 'users')) return given;
  return idIn(given);
};

/** Reads an address. Every parameter that the area does not understand falls back to its default. */
export function readAdminAddress(given: Record<string, unknown>) {
  const tab = oneOf(ADMIN_TABS, given['tab']);
  const list = LISTS[tab ?? 'schools'];
  return withoutGaps({
    tab,
    search: text(given['search']),
    column: oneOf<ListColumn>(list.columns, given['column']),
    ...filtersIn(tab ?? 'schools', given),
    sort: oneOf<ListSort>(list.sorts, given['sort']),
    descending: given['descending'] === true ? true : undefined,
    /** The id of the open record, `new` for the form that adds one, `history` for the whole history, or `deleted`.  */
    open: recordId(given['open'], tab ?? 'schools'),
    view: oneOf(RECORD_VIEWS, given['view']),
    /** Within assignments and witnesses: shows the form that adds one. */
    adding: given['adding'] === true ? true : undefined,
    /** Within the history: shows only this subject, or what these words find. */
    subject: text(given['subject']),
    find: text(given['find']),
  });
}
export type AdminAddress = ReturnType<typeof readAdminAddress>;

/** Filters are given as a choice has them; '' means any. */
type ListChange = Partial<Record<FilterKey, string | undefined>> & {
  search?: string;
  column?: string;
  sort?: string;
  descending?: boolean;
};

const ShownContext = createContext<AdminAddress>({});

/** The address as it is drawn, which may be a moment behind the real one so that a click is answered at once. */
export const ShownAddress = ShownContext.Provider;

/** What to ask the server for a tab's list. */
export function useListQuestion<Tab extends AdminTab>(tab: Tab) {
  const address = use(ShownContext);
  const { search = '', column, sort, descending = false } = address;
  return {
    search,
    filter: filtersIn(tab, address),
    column: oneOf<ListColumn<Tab>>(LISTS[tab].columns, column),
    sort: oneOf<ListSort<Tab>>(LISTS[tab].sorts, sort),
    descending,
  };
}

/** The state of the area and the ways to change it. */
export function useAdminAddress() {
  const address = use(ShownContext);
  const navigate = useNavigate();
  const router = useRouter();
  /** The real address, which may be ahead of the drawn one. */
  const current = (): AdminAddress => readAdminAddress(router.state.location.search);
  const list = (): AdminAddress => {
    const { open: _open, view: _view, adding: _adding, subject: _subject, find: _find, ...rest } = current();
    return rest;
  };
  const go = (
    search: AdminAddress,
    { openedFromList, ...how }: { replace: boolean; openedFromList?: boolean; ignoreBlocker?: boolean },
  ) => {
    const goOn = () => {
      const kept = router.state.location.state.openedFromList ?? false;
      const state = { openedFromList: openedFromList ?? kept };
      void navigate({ to: '/admin', search, resetScroll: false, state, ...how });
    };
    // A step back that is still under way would undo this one.
    if (isLeaving(router)) addEventListener('popstate', () => setTimeout(goOn), { once: true });
    else goOn();
  };
  const leave = () => leaveDialog(router, () => go(list(), { replace: true, ignoreBlocker: true }));
  return {
    address,
    /** Starts another tab without search, filters or sort order. */
    goToTab: (tab: AdminTab) => go(tab === 'schools' ? {} : { tab }, { replace: false, openedFromList: false }),
    /**
     * Changes the search, the filters or the sort order; the back button skips these steps. An open dialog stays open, because a search
     * that was typed just before may arrive late.
     */
    changeList: (change: ListChange) => go(readAdminAddress({ ...current(), ...change }), { replace: true }),
    /** Searches the whole list for a name, whatever the filters were. */
    searchFor: (name: string) => {
      const { tab, sort, descending } = current();
      go(readAdminAddress({ tab, sort, descending, search: name }), { replace: true });
    },
    resetList: () => go(readAdminAddress({ tab: current().tab }), { replace: true }),
    open: (id: string, view?: RecordView, adding?: true) =>
      go(readAdminAddress({ ...list(), open: id, view, adding }), { replace: false, openedFromList: true }),
    /** Goes on from the open dialog to another record, in the same dialog. */
    goOnTo: (id: string, view: RecordView, adding: true) =>
      go(readAdminAddress({ ...list(), open: id, view, adding }), { replace: true }),
    /** Shows another view of the open record. */
    changeView: (change: { view?: RecordView; adding?: boolean; subject?: string; find?: string }) =>
      go(readAdminAddress({ ...current(), ...change }), { replace: true }),
    /** Closes the dialog that this was drawn with. If the person has gone on to another one, that one stays. */
    close: () => {
      if (current().open === address.open) ifDiscarded(leave);
    },
  };
}
