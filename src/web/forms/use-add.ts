// A form that adds a record. The id is the form's own: sent twice (a double click, a repeat after a broken connection), the
// record is added once. A clear refusal ends that; what is sent next is something new.
import { ORPCError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsaved } from '#web/unsaved.ts';
import { hasBlank, sentences } from './form-words.ts';

const INTERNAL = 500;
const isRefusal = (error: unknown): boolean => error instanceof ORPCError && error.status < INTERNAL;

interface Adding<Values extends object> {
  /** "School". */
  what: string;
  empty: Values;
  add: (record: Values & { id: string }) => Promise<unknown>;
  /** What the form begins with again, when it stays open for the next one. */
  afterwards?: Partial<Values>;
  onAdded?: () => void;
}

export function useAdd<Values extends object>({ what, empty, add, afterwards, onAdded }: Adding<Values>) {
  const [start, setStart] = useState(empty);
  const [values, setValues] = useState(empty);
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  useUnsaved((Object.keys(values) as (keyof Values)[]).some((field) => values[field] !== start[field]));
  const adding = useMutation({
    mutationFn: add,
    meta: sentences(what, 'added', 'add'),
    onSuccess: () => {
      setId(crypto.randomUUID());
      const next = { ...values, ...afterwards };
      setStart(next);
      setValues(next);
      onAdded?.();
    },
    onError: (error) => isRefusal(error) && setId(crypto.randomUUID()),
  });
  return {
    values,
    set: (change: Partial<Values>) => setValues((before) => ({ ...before, ...change })),
    saving: adding.isPending,
    /** Without a name nothing happens. Source: specification, section 5. */
    save: () => hasBlank(values) || adding.isPending || adding.mutate({ ...values, id }),
  };
}
