// Shows where a record went that was just added: the list loads up to it, or searches for it when it is too far away.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Rows } from './use-rows.ts';

export type Named = { id: string; name: string };

const MARKED_MS = 4000;
const MAX_ROWS_TO_LOAD = 500;

export function useAddedRow(list: Rows<Named>, search: string, searchFor: (name: string) => void) {
  const [added, setAdded] = useState<(Named & { at: number }) | null>(null);
  const router = useRouter();
  const shown = useRef<string | null>(null);
  const { rows = [], isFetching, updatedAt, onMore } = list;
  const isShown = added !== null && rows.some(({ id }) => id === added.id);
  useEffect(() => {
    if (added === null || shown.current === added.id) return undefined;
    if (isShown) shown.current = added.id;
    else if (!isFetching && updatedAt > added.at) {
      if (onMore && rows.length < MAX_ROWS_TO_LOAD) onMore();
      else if (search !== added.name) searchFor(added.name);
    }
    return undefined;
  });
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setAdded(null), MARKED_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return {
    /** The id of the row to mark. */
    marked: isShown ? added.id : undefined,
    /** Waits until the form is closed, because the router then restores the list's earlier scroll position. */
    showAdded: ({ id, name }: Named) => {
      const at = Date.now();
      const stop = router.subscribe('onRendered', () => {
        stop();
        setAdded({ id, name, at });
      });
    },
  };
}
