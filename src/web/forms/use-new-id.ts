// The id that a form gives to what it adds: sent twice (a double click, a repeat after a broken connection), it is added
// once. A clear refusal ends that; what is sent next is something new.
import { ORPCError } from '@orpc/client';
import { useState } from 'react';

const INTERNAL = 500;

export function useNewId() {
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const renew = (error?: unknown) => {
    const wasRefused = error instanceof ORPCError && error.status < INTERNAL;
    if (error === undefined || wasRefused) setId(crypto.randomUUID());
  };
  return [id, renew] as const;
}
