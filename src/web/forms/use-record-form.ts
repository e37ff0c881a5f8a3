// What is typed into a form of a record, and how that differs from the record as it was read.
import { useState } from 'react';
import { useUnsaved } from '#web/state/unsaved.ts';

type Versioned = { version: number };

export function useRecordForm<Record extends Versioned, Field extends keyof Record & string>(
  record: Record,
  fields: readonly Field[],
) {
  const [base, setBase] = useState(record);
  const [typed, setTyped] = useState<Partial<Pick<Record, Field>>>({});
  const differing = (from: Record) =>
    Object.fromEntries(
      fields.filter((field) => field in typed && typed[field] !== from[field]).map((field) => [field, typed[field]]),
    ) as Partial<Pick<Record, Field>>;
  const changed = differing(base);
  const dirty = Object.keys(changed).length > 0;
  // An untouched form follows the record, also one whose fields were changed and changed back; one that is being filled in
  // keeps what it was made from.
  if (!dirty && record.version > base.version) {
    setBase(record);
    setTyped({});
  }
  useUnsaved(dirty);
  return {
    values: { ...base, ...typed },
    base,
    changed,
    dirty,
    differing,
    set: (change: Partial<Pick<Record, Field>>) => setTyped((before) => ({ ...before, ...change })),
    /** What was sent is the record's now; what was typed since stays. */
    saved: (now: Record, sent: Partial<Pick<Record, Field>>) => {
      setBase(now);
      setTyped(
        (before) =>
          Object.fromEntries(
            Object.entries(before).filter(([field, value]) => sent[field as Field] !== value),
          ) as typeof before,
      );
    },
    /** Begins again from how the record is now. */
    takeTheirs: (current: Record) => {
      setBase(current);
      setTyped({});
    },
    /** Goes on with what was typed, now on top of how the record is. */
    keepMine: (current: Record) => setBase(current),
  };
}
