// The address of the season book's screens: which season is shown, and which dialog is open. The back button closes a
// dialog, and a reload or a shared link opens it again.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { leaveDialog } from './leave-dialog.ts';
import { idIn, oneOf, seasonIn, sheetIn, withoutGaps } from './search-parameters.ts';
import { ifDiscarded } from '#web/state/unsaved.ts';

const DIALOGS = ['add', 'edit', 'delete', 'deleted', 'share'] as const;
export type SeasonDialog = (typeof DIALOGS)[number];

/** Reads an address. A parameter that no screen understands is left out. */
function readSeasonAddress(given: Record<string, unknown>) {
  const open = oneOf(DIALOGS, given['open']);
  return withoutGaps({
    season: seasonIn(given['season']),
    /** The score sheet whose figures are shown. Without it, the one with most ballots. */
    sheet: sheetIn(given['sheet']),
    open,
    /** The record that the dialog is about; without it, the page's own. */
    of: open && idIn(given['of']),
  });
}
export type SeasonAddress = ReturnType<typeof readSeasonAddress>;

/** The page's address. What the router passes on may hold parameters that it has not understood. */
export const useSeasonAddress = (): SeasonAddress => readSeasonAddress(useSearch({ strict: false }));

/** The open dialog, and how to open and close one. */
export function useSeasonDialog() {
  const { open, of } = useSeasonAddress();
  const navigate = useNavigate();
  const router = useRouter();
  const go = (dialog: Pick<SeasonAddress, 'open' | 'of'>, openedFromList: boolean) => {
    const { pathname, search } = router.state.location;
    const { season, sheet } = readSeasonAddress(search);
    void navigate({
      to: pathname,
      search: withoutGaps({ season, sheet, ...dialog }),
      replace: !openedFromList,
      ignoreBlocker: true,
      resetScroll: false,
      state: { openedFromList },
    });
  };
  const leave = () => leaveDialog(router, () => go({}, false));
  /** Whether the dialog that this was drawn with is open. If the person has gone on to another one, that one stays. */
  const isOpen = (): boolean => {
    const now = readSeasonAddress(router.state.location.search);
    return now.open === open && now.of === of;
  };
  return {
    dialog: open,
    of,
    open: (dialog: SeasonDialog, record?: string) => go({ open: dialog, ...(record && { of: record }) }, true),
    /** Closes, after a question if something was typed. A dialog in which nothing is typed uses `leave`. */
    close: () => {
      if (isOpen()) ifDiscarded(leave);
    },
    /** Closes without a question. */
    leave: () => isOpen() && leave(),
  };
}

/**
 * What a dialog to edit was opened for, as long as the address says so. It stays when a colleague deletes it: what somebody has typed
 * isn't lost without a word, and Save says why.
 */
export function useOpened<Opened extends { id: string }>(found: Opened | undefined, id?: string): Opened | undefined {
  const opened = useLast(found);
  return opened?.id === id ? opened : undefined;
}

/** What was found last, also once it is gone. */
export function useLast<Found>(found: Found | undefined): Found | undefined {
  const [last, setLast] = useState(found);
  if (found !== undefined && found !== last) setLast(found);
  return found ?? last;
}
