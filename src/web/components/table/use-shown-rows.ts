import { useEffect, useRef, useState } from 'react';

/** Draws a long list in parts. When more rows are asked for, the keyboard goes on at the first of them. */
export function useShownRows(atOnce: number) {
  const list = useRef<HTMLUListElement>(null);
  // Where the rows that were asked for last begin.
  const [newest, setNewest] = useState(0);
  useEffect(() => {
    if (newest > 0) list.current?.children[newest]?.querySelector<HTMLElement>('a, button, input')?.focus();
  }, [newest]);
  const shown = newest + atOnce;
  return { list, shown, showMore: () => setNewest(shown) };
}
