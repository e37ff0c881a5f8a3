// What the app around every page knows of addresses.
type Place = { pathname: string; search: string };

/** True when the open dialog, or the mode of the open ballot, stays: only its view or the search behind it changes. */
export function staysOpen(from: Place, to: Place): boolean {
  const [now, next] = [from, to].map(({ search }) => new URLSearchParams(search));
  return from.pathname === to.pathname && ['tab', 'open', 'mode'].every((key) => now?.get(key) === next?.get(key));
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog was opened from the list, so closing it goes back there. */
    openedFromList?: boolean;
    /** The address of a school's page that was asked for before a school was chosen. */
    wanted?: string;
  }
}
