// Keeps the row that the person is looking at in place when a refetch inserts rows above it: the row under the pointer or
// with the focus, else the first one in view. Another question (search or sort order) starts at the top.
import { useLayoutEffect, useRef, type RefObject } from 'react';

type Kept = { key: string; top: number };

const topOf = (row: Element, scroller: HTMLElement): number =>
  row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

function findRowInView(scroller: HTMLElement): Kept | null {
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-key]')];
  const inView = (row: HTMLElement) => scroller.scrollTop > 0 && topOf(row, scroller) + row.offsetHeight > 0;
  const row = rows.find((each) => each.matches(':hover, :focus-within')) ?? rows.find(inView);
  return row ? { key: row.dataset['key'] ?? '', top: topOf(row, scroller) } : null;
}

/** How far the rows must scroll to put the kept one back in place. */
function distanceTo(kept: Kept, scroller: HTMLElement, rowsMoved: number, guessedHeight: number): number {
  const drawn = [...scroller.querySelectorAll<HTMLElement>('[data-key]')];
  const row = drawn.find((each) => each.dataset['key'] === kept.key);
  return row ? topOf(row, scroller) - kept.top : rowsMoved * guessedHeight;
}

interface KeptRows<Row> {
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** What the rows answer. */
  question: string;
  /** The rows still answer an earlier question. */
  outdated: boolean;
  /** The assumed height of a row that was never drawn. */
  guessedHeight: number;
}

/** Returns the event handlers for the element. */
export function useKeptRow<Row>(scroller: RefObject<HTMLElement | null>, shown: KeptRows<Row>) {
  const { rows, rowKey, question, outdated, guessedHeight } = shown;
  const kept = useRef<Kept | null>(null);
  const previous = useRef<Pick<KeptRows<Row>, 'rows' | 'question' | 'outdated'>>(shown);
  useLayoutEffect(() => {
    const before = previous.current;
    previous.current = { rows, question, outdated };
    const element = scroller.current;
    if (!element || before.rows === rows || !before.rows || !rows) return;
    if (before.question !== question || before.outdated) {
      element.scrollTo({ top: 0 });
      return;
    }
    const row = kept.current;
    if (row === null) return;
    const from = before.rows.findIndex((each) => rowKey(each) === row.key);
    const to = rows.findIndex((each) => rowKey(each) === row.key);
    if (from >= 0 && to >= 0 && from !== to)
      element.scrollBy({ top: distanceTo(row, element, to - from, guessedHeight) });
  }, [rows, rowKey, question, outdated, guessedHeight, scroller]);
  const remember = () => {
    kept.current = scroller.current && findRowInView(scroller.current);
  };
  return { onScroll: remember, onPointerMove: remember, onFocus: remember };
}
