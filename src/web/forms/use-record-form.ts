// The values typed into a record's form, and how they differ from the record as it was read.
import { useState } from 'react';
import { isSameValue } from './same-value.ts';
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
      fields
        .filter((field) => field in typed && !isSameValue(typed[field], from[field]))
        .map((field) => [field, typed[field]]),
    ) as Partial<Pick<Record, Field>>;
  const changed = differing(base);
  const dirty = Object.keys(changed).length > 0;
  // A form without changes follows the record. A form with changes keeps the version that it was opened with.
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
    /** The sent values are saved. What was typed since stays. */
    saved: (now: Record, sent: Partial<Pick<Record, Field>>) => {
      setBase(now);
      setTyped(
        (before) =>
          Object.fromEntries(
            Object.entries(before).filter(([field, value]) => sent[field as Field] !== value),
          ) as typeof before,
      );
    },
    /** Drops what was typed and starts from the current record. */
    keepTheirs: (current: Record) => {
      setBase(current);
      setTyped({});
    },
    /** Keeps what was typed, now compared with the current record. */
    keepMine: (current: Record) => setBase(current),
  };
}
