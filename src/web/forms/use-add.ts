// A form that adds a record. The id is the form's own: sent twice (a double click, a repeat after a broken connection), the
// record is added once. A clear refusal ends that; what is sent next is something new.
import { ORPCError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnsaved } from '#web/state/unsaved.ts';
import { hasBlank, sentences } from './form-words.ts';

/** A random UUID. The browser's own `randomUUID` is missing where a school's network is used without HTTPS. */
export const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, (digit) =>
    (Number(digit) ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (Number(digit) / 4)))).toString(16),
  );

const INTERNAL = 500;
const isRefusal = (error: unknown): boolean => error instanceof ORPCError && error.status < INTERNAL;

interface Adding<Values extends object> {
  /** "School". */
  what: string;
  empty: Values;
  add: (record: Values & { id: string }) => Promise<unknown>;
  /** What the form begins with again as soon as a record is sent, when it stays open for the next one. */
  afterwards?: Partial<Values>;
  onAdded?: () => void;
}

type Draft<Values> = Values & { id: string };
interface Form<Values> {
  start: Values;
  draft: Draft<Values>;
  /** Those that could not be added while the next one was being typed: each comes back when the form is free again. */
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
  const adding = useMutation({
    mutationFn: add,
    // What is sent while another is on its way goes after it.
    scope: { id: useId() },
    meta: sentences(what, 'added', 'add'),
    onSuccess: (_, sent) => {
      if (afterwards) return;
      // At once: closing asks about what is unsaved by then.
      flushSync(() => change(({ draft }) => ({ start: sent, draft: { ...draft, id: newId() } })));
      onAdded?.();
    },
    onError: (error, sent) => {
      const id = isRefusal(error) ? newId() : sent.id;
      change(({ draft, refused }) =>
        afterwards ? { refused: [...refused, { ...sent, id }] } : { draft: { ...draft, id } },
      );
    },
  });
  // What is on its way may come back.
  const dirty = !isUntouched(form) || form.refused.length > 0 || (afterwards !== undefined && adding.isPending);
  useUnsaved(dirty);
  return {
    values: form.draft as Values,
    dirty,
    set: (typed: Partial<Values>) => change(({ draft }) => ({ draft: { ...draft, ...typed } })),
    saving: adding.isPending,
    /** Without a name nothing happens (source: specification, section 5). */
    save: () => {
      if (hasBlank(form.draft) || (adding.isPending && !afterwards)) return;
      adding.mutate(form.draft);
      if (!afterwards) return;
      const next = { ...form.draft, ...afterwards, id: newId() };
      change(() => ({ start: next, draft: next }));
    },
  };
}
