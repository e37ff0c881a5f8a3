import { useEffect, useRef, useState } from 'react';
import { useIsPrinting } from './use-is-printing.ts';

/** More than most rosters have. Thousands of rows with a menu each would keep the browser busy for seconds. */
const ROWS_AT_ONCE = 200;

/** Draws a long list in parts on the screen. When more rows are asked for, the keyboard goes on at the first of them. */
export function useShownRows(total: number) {
  const list = useRef<HTMLUListElement>(null);
  // Where the rows that were asked for last begin.
  const [newest, setNewest] = useState(0);
  useEffect(() => {
    if (newest > 0) list.current?.children[newest]?.querySelector<HTMLElement>('a, button, input')?.focus();
  }, [newest]);
  const shown = useIsPrinting() ? total : newest + ROWS_AT_ONCE;
  // How many rows `showMore` adds.
  const more = Math.min(ROWS_AT_ONCE, total - shown);
  return { list, shown, more, showMore: () => setNewest(shown) };
}
