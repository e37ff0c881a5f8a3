// A form that adds a record. The form makes the id, so a record that is sent twice (by a double click, or again after a lost
// connection) is added once. After a clear refusal, the next attempt gets a new id.
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { isRefusal } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { hasBlank, sentences } from './form-words.ts';

/** A random UUID. Browsers have no `randomUUID` without HTTPS, which some school networks lack. */
export const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  );

type Draft<Values> = Values & { id: string };

interface Adding<Values extends object> {
  /** "School". */
  what: string;
  empty: Values;
  add: (record: Draft<Values>) => Promise<unknown>;
  /** For a form that stays open for the next record: the values it starts again with. */
  afterwards?: Partial<Values>;
  onAdded?: (record: Draft<Values>) => void;
}

interface Form<Values> {
  start: Values;
  draft: Draft<Values>;
  /** Refused while the next record was being typed. Each comes back when the form is free again. */
  refused: readonly Draft<Values>[];
}

export function useAdd<Values extends object>({ what, empty, add, afterwards, onAdded }: Adding<Values>) {
  const fields = Object.keys(empty) as (keyof Values)[];
  const isUntouched = ({ start, draft }: Form<Values>) => fields.every((field) => draft[field] === start[field]);
  const [form, setForm] = useState<Form<Values>>(() => ({
    start: empty,
    draft: { ...empty, id: newId() },
    refused: [],
  }));
  const change = (edit: (form: Form<Values>) => Partial<Form<Values>>) =>
    setForm((before) => {
      const now = { ...before, ...edit(before) };
      const [back, ...refused] = now.refused;
      return back && isUntouched(now) ? { ...now, draft: back, refused } : now;
    });
  const adding = useChange({
    send: add,
    // A record that is sent while another is on its way waits for it.
    queue: useId(),
    ...sentences(what, 'added', 'add'),
    onDone: (_, sent) => {
      if (afterwards) return;
      // Synchronous, because closing the form asks about unsaved changes.
      flushSync(() => change(({ draft }) => ({ start: sent, draft: { ...draft, id: newId() } })));
      onAdded?.(sent);
    },
    onRefused: (error, sent) => {
      const id = isRefusal(error) ? newId() : sent.id;
      change(({ draft, refused }) =>
        afterwards ? { refused: [...refused, { ...sent, id }] } : { draft: { ...draft, id } },
      );
    },
  });
  // A record on its way may be refused and come back.
  const dirty = !isUntouched(form) || form.refused.length > 0 || (afterwards !== undefined && adding.isPending);
  useUnsaved(dirty);
  return {
    values: form.draft as Values,
    dirty,
    set: (typed: Partial<Values>) => change(({ draft }) => ({ draft: { ...draft, ...typed } })),
    /** A form that stays open is always ready for the next record. Its button is never disabled: the browser would ignore Enter. */
    saving: adding.isPending && afterwards === undefined,
    /** Does nothing while a text is blank. */
    save: () => {
      if (hasBlank(form.draft) || (adding.isSending() && !afterwards)) return;
      adding.send(form.draft);
      if (!afterwards) return;
      const next = { ...form.draft, ...afterwards, id: newId() };
      change(() => ({ start: next, draft: next }));
    },
  };
}
