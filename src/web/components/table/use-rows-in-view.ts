// Finds the rows of a long list that are in or near the view, and the height of the others. Rows may differ in height: a row
// that was drawn once is measured, the rest are guessed.
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useIsPrinting } from './use-is-printing.ts';

const ROWS_AROUND = 3;

/**
 * `from` and `to`: the first row to draw, and the one after the last. `before` and `after`: the height of the others, in pixels. `measure`: the
 * ref of every drawn row, which has its key in `data-key`.
 */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, keys: readonly string[], guessedHeight: number) {
  // Holds only rows whose guess was wrong. The ref is what was measured, the state what is drawn.
  const measured = useRef(new Map<string, number>());
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  const isPrinting = useIsPrinting();
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
        // A row above the view turned out taller than guessed. The rows in view stay where they are.
        if (row.getBoundingClientRect().bottom < element.getBoundingClientRect().top) {
          element.scrollBy({ top: height - known });
        }
        measured.current.set(key, height);
        setHeights(new Map(measured.current));
      });
      observer.observe(row);
      return () => observer.disconnect();
    },
    [guessedHeight, scroller],
  );

  // Paper does not scroll, so print every loaded row.
  if (isPrinting) return { from: 0, to: keys.length, before: 0, after: 0, measure };
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
