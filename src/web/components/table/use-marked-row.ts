import { useLayoutEffect, useRef, type RefObject } from 'react';

interface MarkedRow {
  key: string | undefined;
  /** Its place among all rows, -1 when it is not there. */
  index: number;
  guessedHeight: number;
}

/** Scrolls once to a marked row that is out of view. Later refetches may move it and do not scroll again. */
export function useMarkedRow(scroller: RefObject<HTMLElement | null>, { key, index, guessedHeight }: MarkedRow): void {
  const scrolledTo = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || key === undefined || index < 0 || scrolledTo.current === key) return;
    scrolledTo.current = key;
    const top = index * guessedHeight;
    const isInView = top >= element.scrollTop && top + 2 * guessedHeight <= element.scrollTop + element.clientHeight;
    if (!isInView) element.scrollTo({ top: top + guessedHeight - element.clientHeight / 2 });
  }, [scroller, key, index, guessedHeight]);
}
