// Keeps the row that one is looking at where it is when a refetch puts others above it: the one under the pointer or with
// the focus, else the first in view. Another question (search, sort) begins at the top.
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

type Kept = { key: string; top: number };
const MOVES = ['scroll', 'pointermove', 'focusin'];

const topOf = (row: Element, scroller: HTMLElement): number =>
  row.getBoundingClientRect().top - scroller.getBoundingClientRect().top;

function lookedAt(scroller: HTMLElement): Kept | null {
  const rows = [...scroller.querySelectorAll<HTMLElement>('[data-key]')];
  const inView = (row: HTMLElement) => scroller.scrollTop > 0 && topOf(row, scroller) + row.offsetHeight > 0;
  const row = rows.find((each) => each.matches(':hover, :focus-within')) ?? rows.find(inView);
  return row ? { key: row.dataset['key'] ?? '', top: topOf(row, scroller) } : null;
}

/** How far the rows have to be scrolled so that the kept one is where it was. */
function distance(scroller: HTMLElement, kept: Kept, rowsMoved: number, guessedHeight: number): number {
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
  /** What a row that was never drawn is taken to be high. */
  guessedHeight: number;
}

export function useKeptRow<Row>(scroller: RefObject<HTMLElement | null>, shown: KeptRows<Row>): void {
  const { rows, rowKey, question, outdated, guessedHeight } = shown;
  const kept = useRef<Kept | null>(null);
  const earlier = useRef<Pick<KeptRows<Row>, 'rows' | 'question' | 'outdated'>>(shown);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const note = () => {
      kept.current = lookedAt(element);
    };
    for (const event of MOVES) element.addEventListener(event, note, { passive: true });
    return () => {
      for (const event of MOVES) element.removeEventListener(event, note);
    };
  }, [scroller]);
  useLayoutEffect(() => {
    const before = earlier.current;
    earlier.current = { rows, question, outdated };
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
      element.scrollBy({ top: distance(element, row, to - from, guessedHeight) });
  }, [rows, rowKey, question, outdated, guessedHeight, scroller]);
}
