// Concurrency limit: how many calls run at once. A call beyond the limit is refused right away: a quick "try again" beats an answer
// that nobody waits for anymore.
import { ORPCError } from '@orpc/server';

export class CallSlots {
  readonly #max: number;
  readonly #maxPerClient: number;
  readonly #running = new Map<string, number>();
  #total = 0;

  /** By default one client gets at most half of the slots, so it can't lock out everybody else. */
  constructor(max: number, maxPerClient = Math.ceil(max / 2)) {
    this.#max = max;
    this.#maxPerClient = maxPerClient;
  }

  /** Takes a slot until it is disposed of. */
  take(client: string): Disposable {
    const running = this.#running.get(client) ?? 0;
    if (this.#total >= this.#max || running >= this.#maxPerClient) {
      throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'Too many requests at once. Please try again.' });
    }
    this.#total += 1;
    this.#running.set(client, running + 1);
    return {
      [Symbol.dispose]: () => {
        this.#total -= 1;
        const left = (this.#running.get(client) ?? 1) - 1;
        if (left === 0) this.#running.delete(client);
        else this.#running.set(client, left);
      },
    };
  }
}
