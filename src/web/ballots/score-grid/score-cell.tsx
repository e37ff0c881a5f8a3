import { Box } from '@mantine/core';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { nextDoubtful, type Doubt } from '#ballot/doubts.ts';
import { moveFrom, type Move } from '#ballot/moves.ts';
import { coerceScore } from '#ballot/score.ts';
import type { Range } from '#ballot/sheet/sheet.ts';
import { Icon } from '#web/art/icons.tsx';
import { RowButton } from '#web/components/table/row-button.tsx';
import type { EnteredScores } from '../scored.ts';
import classes from './score-cell.module.css';

const SHORT: Record<Doubt, string> = {
  unread: 'Couldn’t read',
  'not whole': 'Not whole',
  unsure: 'Please check',
  'may be a 10': 'A 10?',
  'far below': 'Very low',
};
const LONG: Record<Exclude<Doubt, 'not whole'>, string> = {
  unread: 'We couldn’t read this score. It counts as 0 until you enter one.',
  unsure: 'We’re not sure we read this correctly.',
  'may be a 10': 'A lone 1 is often a 10 with a missing 0.',
  'far below': 'Much lower than the other scores on this ballot.',
};
const longText = (doubt: Doubt, { min, max }: Range): string =>
  doubt === 'not whole' ? `The paper doesn’t show a whole number from ${min} to ${max}.` : LONG[doubt];
const LONG_UNREAD = 'We couldn’t read this score. Enter it, or leave it blank.';
const MOVES: Record<string, Move> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const cellId = (field: string): string => `score-${field}`;
/** Puts the keyboard in a score's cell. A page shows one grid at a time. */
export const focusScore = (field: string | null): void => {
  if (field) document.querySelector<HTMLInputElement>(`#${cellId(field)}`)?.focus();
};

interface ScoreCellProps {
  scoring: EnteredScores;
  field: string;
  range: Range;
  label: string;
  /** What is shown before the score, such as its picture on the paper. */
  beside: ReactNode;
  /** Who got the score, where that is known. */
  name: string | null;
}

/** One score with the reasons to check it. */
export function ScoreCell({ scoring, field, range, label, beside, name }: ScoreCellProps) {
  const { sheet, mayStayEmpty, onScore, onConfirm, onFocus, onBlur } = scoring;
  const score = scoring.scores[field] ?? null;
  const doubts = scoring.doubts.get(field) ?? [];
  const input = useRef<HTMLInputElement>(null);
  const reasonId = useId();
  const nameId = useId();
  // The text while a person types: an emptied cell may count as 0 and still shows nothing.
  const [draft, setDraft] = useState<string | null>(null);
  const [expanded, setExpanded] = useState(false);
  // Typing settles a doubt, so Enter needs to know what the cell was when the person came to it.
  const wasDoubtful = useRef(false);
  useScrollOnWheel(input);

  const unread = doubts.includes('unread');
  const type = (typed: string): void => {
    const next = coerceScore(typed, range);
    setDraft(typed === '' || mayGoOn(typed, range) ? typed : String(next));
    onScore(field, typed === '' ? null : next);
  };
  const enter = (backwards: boolean): void => {
    // Enter on an untouched doubtful score confirms it. An unread cell has no score to confirm: its 0 has to be typed.
    if (draft === null && doubts.length > 0 && !unread) onConfirm(field);
    const others = [...scoring.doubts.keys()].filter((other) => other !== field);
    const next = wasDoubtful.current && !backwards ? nextDoubtful(sheet, others, field) : null;
    focusScore(next ?? moveFrom(sheet, field, backwards ? 'up' : 'down'));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // Chromium keeps letters out of a field for numbers. In Firefox and WebKit, a letter would erase the score.
    if (/^[^\d.+-]$/u.test(event.key)) event.preventDefault();
    const move = MOVES[event.key];
    if (event.key !== 'Enter' && move === undefined) return;
    event.preventDefault();
    if (move === undefined) enter(event.shiftKey);
    else focusScore(moveFrom(sheet, field, move));
  };
  const confirm = (): void => {
    setExpanded(false);
    onConfirm(field);
    input.current?.focus();
  };
  return (
    <div className={classes.cell} data-doubtful={doubts.length > 0 || undefined} data-unread={unread || undefined}>
      {beside}
      <input
        ref={input}
        id={cellId(field)}
        className={`screen-only ${classes.input}`}
        type="number"
        inputMode="numeric"
        min={range.min}
        max={range.max}
        step={1}
        autoComplete="off"
        placeholder={mayStayEmpty ? '–' : undefined}
        aria-label={label}
        aria-describedby={[...(name ? [nameId] : []), ...(doubts.length > 0 ? [reasonId] : [])].join(' ') || undefined}
        value={draft !== null && coerceScore(draft, range) === (score ?? 0) ? draft : (score ?? '')}
        // React skips onChange when the same score is typed again, which confirms it.
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={(event) => {
          wasDoubtful.current = doubts.length > 0;
          event.currentTarget.select();
          onFocus(field);
        }}
        onBlur={() => {
          setDraft(null);
          onBlur();
        }}
      />
      <Box className="paper-only" fw={600} aria-hidden="true">
        {unread || score === null ? '–' : score}
        {doubts.length > 0 && '*'}
      </Box>
      {name !== null && (
        <span id={nameId} className={classes.name}>
          {name}
        </span>
      )}
      {doubts.length > 0 && (
        <>
          <button
            type="button"
            className={`screen-only ${classes.doubt}`}
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            <Icon name="alert" size={14} />
            <span>{SHORT[doubts[0] ?? 'unsure']}</span>
            <span className="spoken">: {label}</span>
          </button>
          <p id={reasonId} className={`screen-only ${expanded ? classes.reason : 'spoken'}`}>
            {mayStayEmpty && unread ? LONG_UNREAD : doubts.map((doubt) => longText(doubt, range)).join(' ')}
          </p>
          {expanded && (
            <RowButton onClick={confirm}>
              {!unread ? 'Looks right' : mayStayEmpty ? 'Leave blank' : 'Yes, it’s a 0'}
            </RowButton>
          )}
        </>
      )}
    </div>
  );
}

/** Whether digits are too low for a score and may still become one: the 1 of a 12, where 5 is the lowest. */
const mayGoOn = (typed: string, { min, max }: Range): boolean =>
  /^[1-9]\d*$/.test(typed) && Number(typed) < min && Number(typed) * 10 <= max;

/** Lets the wheel scroll the page over a focused number field, where it would change the score. */
function useScrollOnWheel(input: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const element = input.current;
    const scroll = (event: WheelEvent): void => {
      if (document.activeElement !== element) return;
      event.preventDefault();
      window.scrollBy({ top: event.deltaY });
    };
    // React's own wheel listener is passive and can't prevent the change.
    element?.addEventListener('wheel', scroll, { passive: false });
    return () => element?.removeEventListener('wheel', scroll);
  }, [input]);
}
