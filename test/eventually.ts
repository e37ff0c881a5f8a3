// Polls until a condition holds. Page tests use the testing library's `waitFor` instead; tests wait in no other way.
import { vi } from 'vitest';

/**
 * Waits until `look` throws no longer, and returns what it returns. The limit is for what never comes: other tests and programs may take
 * the processor for seconds.
 */
export const eventually = <Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> =>
  vi.waitFor(look, { timeout: 300_000, interval: 20 });
