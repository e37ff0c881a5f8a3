// Concurrency limit: how many calls run at once. A call beyond the limit is refused right away: a quick "try again" beats an answer
// that nobody waits for anymore.
import { ORPCError } from '@orpc/server';

/** By default one client gets at most half of the slots, so it can't lock out everybody else. */
export function openSlots(max: number, maxPerClient = Math.ceil(max / 2)) {
  const running = new Map<string, number>();
  let total = 0;
  return {
    /** Takes a slot until it is disposed of. */
    take(client: string): Disposable {
      const before = running.get(client) ?? 0;
      if (total >= max || before >= maxPerClient) {
        throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'Too many requests at once. Please try again.' });
      }
      total += 1;
      running.set(client, before + 1);
      return {
        [Symbol.dispose]: () => {
          total -= 1;
          const left = (running.get(client) ?? 1) - 1;
          if (left === 0) running.delete(client);
          else running.set(client, left);
        },
      };
    },
  };
}
