// The values typed into a record's form, and how they differ from the record as it was read.
import { useState } from 'react';
import { formDraft, useUnsavedDraft } from '#web/state/drafts.ts';
import { isSameValue } from './same-value.ts';

type Versioned = { version: number };

export function useRecordForm<Record extends Versioned, Field extends keyof Record & string>(
  record: Record,
  fields: readonly Field[],
  /** Under which what was typed is kept until it is saved. */
  draftName?: string,
) {
  type Typed = Partial<Pick<Record, Field>>;
  const differences = (values: Typed, from: Record) =>
    Object.fromEntries(
      fields
        .filter((field) => field in values && !isSameValue(values[field], from[field]))
        .map((field) => [field, values[field]]),
    ) as Typed;
  const [draft] = useState(() => {
    const kept = formDraft<{ base: Partial<Record>; typed: Typed }>(draftName);
    // It may have been saved just before the page was closed, or be something else, from another version of the product.
    return Object.keys(differences(Object(kept?.typed) as Typed, record)).length > 0 ? kept : undefined;
  });
  // A draft keeps the version that it was typed for, so that another person's change since is noticed.
  const [base, setBase] = useState<Record>({ ...record, ...draft?.base });
  const [typed, setTyped] = useState<Typed>(draft?.typed ?? {});
  const differing = (from: Record) => differences(typed, from);
  const changed = differing(base);
  const dirty = Object.keys(changed).length > 0;
  // A form without changes follows the record, also without a new version: a student who is deleted or restored leaves a line-up or is in it
  // again. A form with changes keeps the version that it was opened with.
  const isNewer =
    record.version === base.version ? Object.keys(differences(record, base)).length > 0 : record.version > base.version;
  if (!dirty && isNewer) {
    setBase(record);
    setTyped({});
  }
  useUnsavedDraft(draftName, dirty ? { base, typed: changed } : undefined);
  return {
    values: { ...base, ...typed },
    base,
    changed,
    dirty,
    /** What was typed before the page was closed is still here, and nothing was typed since. */
    isFromDraft: dirty && typed === draft?.typed,
    differing,
    set: (change: Typed) => setTyped((before) => ({ ...before, ...change })),
    /** The sent values are saved. What was typed since stays. */
    saved: (now: Record, sent: Typed) => {
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
