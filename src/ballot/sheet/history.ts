// The sheets that an edit led through, to undo and redo.
import type { Sheet } from './sheet.ts';

export type History = {
  /** The oldest first. */
  readonly past: readonly Sheet[];
  readonly present: Sheet;
  /** What was undone, the next to redo first. */
  readonly future: readonly Sheet[];
  /** The field of the last edit. */
  readonly field: string | null;
};

export const begunWith = (present: Sheet): History => ({ past: [], present, future: [], field: null });

/** Edits of one field in a row, such as the letters of a word, are one step. */
export function edited(history: History, sheet: Sheet, field: string | null = null): History {
  const { past, present } = history;
  if (sheet === present) return history;
  const isSameStep = field !== null && field === history.field;
  return { past: isSameStep ? past : [...past, present], present: sheet, future: [], field };
}

/** The same history if there is nothing to undo. */
export function undone(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], field: null };
}

/** The same history if there is nothing to redo. */
export function redone(history: History): History {
  const { past, present, future } = history;
  const [after, ...rest] = future;
  if (after === undefined) return history;
  return { past: [...past, present], present: after, future: rest, field: null };
}
