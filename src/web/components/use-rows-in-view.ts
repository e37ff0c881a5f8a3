// Which rows of a long list are near what is seen of it, and how much room the others take. Rows may differ in height:
// what was drawn once is measured, the rest is guessed.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

const ROWS_AROUND = 3;

interface RowsInView {
  /** Index of the first row to draw, and of the one after the last. */
  from: number;
  to: number;
  /** Room of the rows above and below, in pixels. */
  before: number;
  after: number;
  /** Goes to every drawn row as its ref; the row has its key in `data-key`. */
  measure: (row: HTMLElement | null) => (() => void) | undefined;
}

export function useRowsInView(
  scroller: RefObject<HTMLElement | null>,
  keys: readonly string[],
  guessedHeight: number,
): RowsInView {
  // Only of those whose guess was wrong; the first for what is measured, the second for what is drawn.
  const measured = useRef(new Map<string, number>());
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  const printed = usePrinted();
  const heightOf = (key: string): number => heights.get(key) ?? guessedHeight;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller]);

  const measure = useCallback(
    (row: HTMLElement | null) => {
      if (!row) return undefined;
      const key = row.dataset['key'] ?? '';
      const observer = new ResizeObserver(() => {
        const element = scroller.current;
        const height = row.offsetHeight;
        const known = measured.current.get(key) ?? guessedHeight;
        if (!element || height === 0 || height === known) return;
        // A row above the eye may turn out higher than guessed: what is seen stays where it is.
        if (row.getBoundingClientRect().bottom < element.getBoundingClientRect().top) {
          element.scrollBy({ top: height - known });
        }
        measured.current.set(key, height);
        setHeights(new Map(measured.current));
      });
      observer.observe(row);
      return () => observer.disconnect();
    },
    // oxlint-disable-next-line react-hooks/preserve-manual-memoization -- No compiler memoizes this hook.
    [guessedHeight, scroller],
  );

  // Paper does not scroll: all rows that are there.
  if (printed) return { from: 0, to: keys.length, before: 0, after: 0, measure };
  let from = 0;
  let before = 0;
  while (from < keys.length && before + heightOf(keys[from]!) < seen.top) before += heightOf(keys[from++]!);
  let to = from;
  let end = before;
  while (to < keys.length && end < seen.top + seen.height) end += heightOf(keys[to++]!);
  for (let around = 0; around < ROWS_AROUND && from > 0; around += 1) before -= heightOf(keys[--from]!);
  to = Math.min(keys.length, to + ROWS_AROUND);
  let after = 0;
  for (const key of keys.slice(to)) after += heightOf(key);
  return { from, to, before, after, measure };
}

/** Whether the page is being printed. */
function usePrinted(): boolean {
  const [printed, setPrinted] = useState(false);
  useEffect(() => {
    // At once: the browser takes the page as it is when the listeners are through.
    const begin = () => flushSync(() => setPrinted(true));
    const end = () => setPrinted(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printed;
}
