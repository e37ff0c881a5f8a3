// A form that changes a record: sends what changed, shows it at once, takes it back when it is refused, offers the way back
// when it is done, and asks whose values stay when somebody else was faster.
import { ORPCError } from '@orpc/client';
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { RecordedSubject } from '#contract/history.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { hasBlank, sentences } from './form-words.ts';
import { useRecordForm } from './use-record-form.ts';

type Versioned = { id: string; version: number };
const isConflict = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError && error.code === 'CHANGED_MEANWHILE';
type Conflict<Record> = { by: string | null; at: Date; current: Record };

export type Edited = Exclude<RecordedSubject, 'superAdmin' | 'assignment'>;

interface Editing<Record extends Versioned, Field extends keyof Record & string> {
  /** "School". */
  what: Capitalize<Edited>;
  record: Record;
  /** The fields that the form may change. */
  fields: readonly Field[];
  update: (version: number, changed: Partial<Pick<Record, Field>>) => Promise<Record>;
  /** The answers that show the record. */
  shownIn: readonly QueryKey[];
  /** The record is as the form says, and nothing was typed since. */
  onSaved: () => void;
}

export function useEdit<Record extends Versioned, Field extends keyof Record & string>(
  editing: Editing<Record, Field>,
) {
  type Changed = Partial<Pick<Record, Field>>;
  type Change = { version: number; changed: Changed; takesBack?: true };
  const { what, record, fields, update, shownIn, onSaved } = editing;
  const form = useRecordForm(record, fields);
  const [opened] = useState(record.version);
  // How it is when the answer comes, not how it was when the change was sent.
  const dirty = useRef(form.dirty);
  useLayoutEffect(() => {
    dirty.current = form.dirty;
  });
  const change = useMutation({
    mutationFn: ({ version, changed }: Change) => update(version, changed),
    meta: {
      ...sentences(what, 'updated', 'update'),
      // The dialog shows it. An undo is sent after the form has closed, so its conflict needs the toast.
      isShownInPlace: (error: unknown, { takesBack }: Change) => isConflict(error) && !takesBack,
      undo: (saved: Record, { changed, takesBack }: Change): (() => void) | undefined => {
        if (takesBack) return undefined;
        const sent = Object.keys(changed) as Field[];
        const before = Object.fromEntries(sent.map((field) => [field, form.base[field]])) as Changed;
        return () => change.mutate({ version: saved.version, changed: before, takesBack: true });
      },
    },
    onMutate: ({ changed }) =>
      applyOptimistically<Record>(shownIn, (row) => (row.id === record.id ? { ...row, ...changed } : row)),
    // At once: what was typed since is unsaved, and the form stays open for it.
    onSuccess: (saved, { changed }) => flushSync(() => form.saved(saved, changed)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
  const send = (from: Record) => {
    const changed = form.differing(from);
    if (hasBlank(changed)) return;
    if (Object.keys(changed).length === 0) onSaved();
    else change.mutate({ version: from.version, changed }, { onSuccess: () => dirty.current || onSaved() });
  };
  const { error } = change;
  return {
    form,
    saving: change.isPending,
    /** The record when somebody else has changed it since the form was opened: as its history is asked for. */
    changedMeanwhile:
      record.version > opened && change.isIdle
        ? { recordId: record.id, subject: what.toLowerCase() as Lowercase<typeof what> }
        : null,
    save: () => change.isPending || send(form.base),
    /** The refusal that says somebody else was faster, or null. */
    conflict: isConflict(error) ? (error.data as Conflict<Record>) : null,
    /** Sends what was typed on top of how the record is now. */
    keepMine: (current: Record) => {
      form.keepMine(current);
      send(current);
    },
    takeTheirs: (current: Record) => {
      form.takeTheirs(current);
      change.reset();
    },
    forgetConflict: change.reset,
  };
}
export type Edit<Record extends Versioned, Field extends keyof Record & string> = ReturnType<
  typeof useEdit<Record, Field>
>;
