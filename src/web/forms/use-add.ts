// A form that adds a record. The id is the form's own: sent twice (a double click, a repeat after a broken connection), the
// record is added once. A clear refusal ends that; what is sent next is something new.
import { ORPCError } from '@orpc/client';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useUnsaved } from '#web/unsaved.ts';
import { hasBlank, sentences } from './form-words.ts';

/** A random UUID. The browser's own `randomUUID` is missing where a school's network is used without HTTPS. */
const newId = (): string =>
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
  /** What the form begins with again, when it stays open for the next one. */
  afterwards?: Partial<Values>;
  onAdded?: () => void;
}

export function useAdd<Values extends object>({ what, empty, add, afterwards, onAdded }: Adding<Values>) {
  const [start, setStart] = useState(empty);
  const [values, setValues] = useState(empty);
  const [id, setId] = useState(newId);
  // The next one is typed and sent before the one before it is saved.
  const [waits, setWaits] = useState(false);
  const dirty = (Object.keys(values) as (keyof Values)[]).some((field) => values[field] !== start[field]);
  useUnsaved(dirty);
  const adding = useMutation({
    mutationFn: add,
    onMutate: () => setWaits(false),
    meta: sentences(what, 'added', 'add'),
    onSuccess: (_, sent) => {
      // At once: closing asks about what is unsaved by then.
      flushSync(() => {
        setId(newId());
        setStart({ ...sent, ...afterwards });
        // What was typed meanwhile is already the next one's.
        setValues((now) => {
          const next = { ...now };
          for (const field of Object.keys(afterwards ?? {}) as (keyof Values)[]) {
            if (now[field] === sent[field]) next[field] = afterwards![field]!;
          }
          return next;
        });
      });
      onAdded?.();
    },
    onError: (error) => {
      setWaits(false);
      if (isRefusal(error)) setId(newId());
    },
  });
  const send = () => {
    if (!hasBlank(values)) adding.mutate({ ...values, id });
  };
  const sendNext = useEffectEvent(send);
  useEffect(() => {
    if (waits && !adding.isPending) sendNext();
  }, [waits, adding.isPending]);
  return {
    values,
    dirty,
    set: (change: Partial<Values>) => setValues((before) => ({ ...before, ...change })),
    saving: adding.isPending,
    /** Without a name nothing happens (source: specification, section 5). While one is being saved, the next one waits. */
    save: () => {
      if (adding.isPending) setWaits(afterwards !== undefined);
      else send();
    },
  };
}
