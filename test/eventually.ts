// The only way in which tests wait for something that says nothing when it happens. Page tests have the testing library's `waitFor`.
import { vi } from 'vitest';

/**
 * Waits until `look` throws no longer, and returns what it returns. The limit is for what never comes: other tests and programs may take
 * the processor for seconds.
 */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(look, { timeout: 300_000, interval: 20 });
