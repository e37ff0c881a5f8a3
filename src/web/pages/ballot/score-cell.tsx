import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Doubt } from '#ballot/doubts.ts';
import type { ScoreField } from '#ballot/form.ts';
import { moveFrom, type Move } from '#ballot/moves.ts';
import { coerceScore, HIGHEST_SCORE } from '#ballot/score.ts';
import { Icon } from '#web/art/icons.tsx';
import classes from './score-cell.module.css';

const SHORT: Record<Doubt, string> = {
  unread: 'Not read',
  'not a whole score': 'Not whole',
  unsure: 'Unsure',
  'may be a 10': 'A 10?',
  'far below': 'Very low',
};
const LONG: Record<Doubt, string> = {
  unread: 'Nothing could be read here; it counts as 0 until you enter a score.',
  'not a whole score': 'What is written is no whole number from 0 to 10.',
  unsure: 'The reading is not sure.',
  'may be a 10': 'A lone 1 may be a 10 whose 0 was lost.',
  'far below': 'Far below the other scores of this ballot.',
};
const MOVES: Record<string, Move> = {
  Enter: 'down',
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const cellId = (field: ScoreField): string => `score-${field}`;
export const goTo = (field: ScoreField | null): void => {
  if (field) document.querySelector<HTMLInputElement>(`#${cellId(field)}`)?.focus();
};

interface ScoreCellProps {
  field: ScoreField;
  label: string;
  score: number;
  doubts: readonly Doubt[];
  cutOut: ReactNode;
  onScore: (score: number) => void;
  onConfirm: () => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** One score: what is on the paper, its number, and why it should be looked at. */
export function ScoreCell({
  field,
  label,
  score,
  doubts,
  cutOut,
  onScore,
  onConfirm,
  onFocus,
  onBlur,
}: ScoreCellProps) {
  const input = useRef<HTMLInputElement>(null);
  const why = useId();
  // What is being typed, while it is: an emptied cell counts as 0 without showing one.
  const [draft, setDraft] = useState<string | null>(null);
  const [explained, setExplained] = useState(false);
  useEffect(() => {
    const element = input.current;
    // The wheel scrolls the page, also over the cell that one is in. React's own listener could not prevent the change.
    const scroll = (event: WheelEvent): void => {
      if (document.activeElement !== element) return;
      event.preventDefault();
      window.scrollBy({ top: event.deltaY });
    };
    element?.addEventListener('wheel', scroll, { passive: false });
    return () => element?.removeEventListener('wheel', scroll);
  }, []);

  const unread = doubts.includes('unread');
  const type = (typed: string): void => {
    const next = coerceScore(typed);
    setDraft(typed === '' || Number(typed) === next ? typed : String(next));
    onScore(next);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const move = MOVES[event.key];
    if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Going on with Enter from a cell that one has looked at and left as it is says that it is right. A cell that was not
    // read holds nothing that could be: its 0 must be meant.
    if (event.key === 'Enter' && draft === null && doubts.length > 0 && !unread) onConfirm();
    goTo(moveFrom(field, event.key === 'Enter' && event.shiftKey ? 'up' : move));
  };
  const confirm = (): void => {
    setExplained(false);
    onConfirm();
    input.current?.focus();
  };
  return (
    <div className={classes.cell} data-doubtful={doubts.length > 0 || undefined} data-unread={unread || undefined}>
      {cutOut}
      <input
        ref={input}
        id={cellId(field)}
        className={classes.input}
        type="number"
        inputMode="numeric"
        min={0}
        max={HIGHEST_SCORE}
        step={1}
        autoComplete="off"
        aria-label={label}
        aria-describedby={doubts.length > 0 ? why : undefined}
        value={draft !== null && coerceScore(draft) === score ? draft : String(score)}
        // React tells onChange nothing when the same score is typed again, which says that it is right.
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={(event) => {
          event.currentTarget.select();
          onFocus();
        }}
        onBlur={() => {
          setDraft(null);
          onBlur();
        }}
      />
      {doubts.length > 0 && (
        <>
          <button
            type="button"
            className={classes.doubt}
            aria-expanded={explained}
            onClick={() => setExplained(!explained)}
          >
            <Icon name="alert" size={14} />
            {doubts.map((doubt) => SHORT[doubt]).join(', ')}
            <span className={classes.spoken}>: {label}</span>
          </button>
          <p id={why} className={explained ? classes.why : classes.spoken}>
            {doubts.map((doubt) => LONG[doubt]).join(' ')}
          </p>
          {explained && (
            <button type="button" className={classes.confirm} onClick={confirm}>
              {unread ? 'It is a 0' : 'It is right'}
            </button>
          )}
        </>
      )}
    </div>
  );
}
