// The admin area's whole state is its address: tab, search, column, sort, open record and its view. So the back button
// closes a dialog, and a reload or a shared link opens it again.
import { useNavigate, useRouter } from '@tanstack/react-router';
import { createContext, use } from 'react';
import { confirmDiscard } from '#web/state/unsaved.ts';

export const ADMIN_TABS = ['schools', 'users', 'cases'] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];
const RECORD_VIEWS = ['details', 'assignments', 'witnesses', 'history', 'delete'] as const;
export type RecordView = (typeof RECORD_VIEWS)[number];

export type AdminAddress = {
  tab?: AdminTab;
  search?: string;
  column?: string;
  sort?: string;
  descending?: true;
  /** Id of the open record; `new` for the form of a new one, `history` for the history as a whole. */
  open?: string;
  view?: RecordView;
  /** Within assignments and witnesses: the form that adds one. */
  adding?: true;
  /** Within the history: only this subject. */
  subject?: string;
};

const oneOf = <Word extends string>(words: readonly Word[], given: unknown): Word | undefined =>
  words.find((word) => word === given);
// The router reads `search=42` as a number; a search is a text.
const text = (given: unknown): string | undefined => {
  const read = typeof given === 'number' || typeof given === 'boolean' ? String(given) : given;
  return typeof read === 'string' && read !== '' ? read.slice(0, 200) : undefined;
};

/** Whatever stands in the address, only what the area knows comes through. */
export function readAdminAddress(given: Record<string, unknown>): AdminAddress {
  const read = {
    tab: oneOf(ADMIN_TABS, given['tab']),
    search: text(given['search']),
    column: text(given['column']),
    sort: text(given['sort']),
    descending: given['descending'] === true ? true : undefined,
    open: text(given['open']),
    view: oneOf(RECORD_VIEWS, given['view']),
    adding: given['adding'] === true ? true : undefined,
    subject: text(given['subject']),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

type Place = { pathname: string; search: string };

/** Whether what is open stays open on the way: it is another view of a record, or another search of the list behind it. */
export function staysOpen(from: Place, to: Place): boolean {
  const [now, next] = [from, to].map(({ search }) => new URLSearchParams(search));
  return from.pathname === to.pathname && ['tab', 'open'].every((key) => now?.get(key) === next?.get(key));
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog was opened from the list below it: closing it goes back there. */
    openedFromList?: boolean;
  }
}

let leftFrom: object | undefined;

const ShownContext = createContext<AdminAddress>({});

/** What the area shows follows its address as soon as the browser has answered the click or key itself. */
export const ShownAddress = ShownContext.Provider;

/** What is open, and how to go on from there. */
export function useAdminAddress() {
  const address = use(ShownContext);
  const navigate = useNavigate();
  const router = useRouter();
  // How it is now, which may be a moment ahead of what is shown.
  const current = (): AdminAddress => readAdminAddress(router.state.location.search);
  const list = (): AdminAddress => {
    const { open: _open, view: _view, adding: _adding, subject: _subject, ...rest } = current();
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
    // A step back that is still on its way would take this one back.
    if (leftFrom === router.history.location) addEventListener('popstate', () => setTimeout(goOn), { once: true });
    else goOn();
  };
  const leave = () => {
    if (!router.state.location.state.openedFromList) {
      go(list(), { replace: true, ignoreBlocker: true });
    } else if (leftFrom !== router.history.location) {
      // Going back takes a moment, and a second Escape meanwhile must not go back twice.
      leftFrom = router.history.location;
      router.history.back({ ignoreBlocker: true });
    }
  };
  return {
    address,
    /** Another tab begins afresh. */
    goToTab: (tab: AdminTab) => go(tab === 'schools' ? {} : { tab }, { replace: false, openedFromList: false }),
    /**
     * What is searched and how it is sorted: the back button skips the steps of typing. What has been opened stays open:
     * the search of what was typed last comes a moment later.
     */
    changeList: (change: AdminAddress) => go(readAdminAddress({ ...current(), ...change }), { replace: true }),
    resetList: () => go(readAdminAddress({ tab: current().tab }), { replace: true }),
    open: (id: string, view?: RecordView, adding?: true) =>
      go(readAdminAddress({ ...list(), open: id, view, adding }), { replace: false, openedFromList: true }),
    /** Another view of what is open. What the views show within themselves stays. */
    changeView: (change: { view?: RecordView; adding?: boolean; subject?: string }) =>
      go(readAdminAddress({ ...current(), ...change }), { replace: true }),
    close: () => void confirmDiscard().then((may) => may && leave()),
  };
}
