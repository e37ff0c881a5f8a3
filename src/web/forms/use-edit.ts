// A form that edits a record. It sends only the changed fields, shows them before the server has answered, rolls them back if
// refused, offers to undo them, and asks which values to keep if someone else was faster.
import type { QueryKey } from '@tanstack/react-query';
import { useId, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { RecordedSubject } from '#contract/words.ts';
import { conflictOf } from '#web/server/calls.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { useChange } from '#web/server/use-change.ts';
import { hasBlank, sentences } from './form-words.ts';
import { useRecordForm } from './use-record-form.ts';

type Versioned = { id: string; version: number };

export type Edited = Extract<
  RecordedSubject,
  'school' | 'user' | 'case' | 'witness' | 'team' | 'student' | 'tournament' | 'round'
>;

export interface Editing<Record extends Versioned, Field extends keyof Record & string> {
  /** "School". */
  what: Capitalize<Edited>;
  record: Record;
  /** The fields that the form edits. */
  fields: readonly Field[];
  /** Changes the record as it was read. */
  update: (from: Record, changed: Partial<Pick<Record, Field>>) => Promise<Record>;
  /** The keys of the answers that show the record. */
  shownIn: readonly QueryKey[];
  /** Under which what was typed is kept until it is saved. */
  draftName?: string;
  /** The record is saved, and nothing was typed since. */
  onSaved: () => void;
}

export function useEdit<Record extends Versioned, Field extends keyof Record & string>(
  editing: Editing<Record, Field>,
) {
  type Changed = Partial<Pick<Record, Field>>;
  type Change = { from: Record; changed: Changed; isUndo?: true };
  const { what, record, fields, draftName, update, shownIn, onSaved } = editing;
  const form = useRecordForm(record, fields, draftName);
  // Read when the answer arrives, not when the change is sent.
  const dirty = useRef(form.dirty);
  useLayoutEffect(() => {
    dirty.current = form.dirty;
  });
  const change = useChange({
    send: ({ from, changed }: Change) => update(from, changed),
    // An undo waits for a change that is on its way.
    queue: useId(),
    ...sentences(what, 'updated', 'update'),
    // Nothing was typed that an undo could lose, so there is nothing to choose.
    isShownInPlace: (error, { isUndo }) => !isUndo && conflictOf(error) !== null,
    undo: (saved, { changed, isUndo }): (() => void) | undefined => {
      if (isUndo) return undefined;
      const sent = Object.keys(changed) as Field[];
      const before = Object.fromEntries(sent.map((field) => [field, form.base[field]])) as Changed;
      return () => change.send({ from: saved, changed: before, isUndo: true });
    },
    optimistic: {
      shownIn,
      edit: (row: Record, { changed }) => (row.id === record.id ? { ...row, ...changed } : row),
    },
    // A form that is opened again before the lists are fetched again would take this for somebody else's change.
    afterwards: ({ id, version }) =>
      applyOptimistically<Record>(shownIn, (row) => (row.id === id ? { ...row, version } : row)),
    onDone: (saved, { changed, isUndo }) => {
      // Synchronous, because the form stays open if anything was typed since.
      flushSync(() => form.saved(saved, changed));
      if (!isUndo && !dirty.current) onSaved();
    },
  });
  const send = (from: Record) => {
    if (change.isSending()) return;
    const changed = form.differing(from);
    if (hasBlank(changed)) return;
    if (Object.keys(changed).length === 0) onSaved();
    else change.send({ from, changed });
  };
  const error = change.variables?.isUndo ? null : change.error;
  return {
    form,
    saving: change.isPending,
    /** How to ask the history who changed the record under what was typed, or null. A form without changes has followed. */
    changedMeanwhile:
      record.version > form.base.version && !change.isPending
        ? { recordId: record.id, subject: what.toLowerCase() as Lowercase<typeof what> }
        : null,
    save: () => send(form.base),
    /** The other person's change, if it was faster. */
    conflict: conflictOf(error) as { by: string | null; at: Date; current: Record } | null,
    /** Saves what was typed over the other change. */
    keepMine: (current: Record) => {
      form.keepMine(current);
      send(current);
    },
    keepTheirs: (current: Record) => {
      form.keepTheirs(current);
      change.reset();
    },
    forgetConflict: change.reset,
  };
}
export type Edit<Record extends Versioned, Field extends keyof Record & string> = ReturnType<
  typeof useEdit<Record, Field>
>;
