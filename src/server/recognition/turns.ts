// Rate limit for photos per person: enough to work through a pile, too few to keep the reader busy alone. Each
// process counts for itself, because each has its own reader.

const WINDOW_MS = 60_000;

export function turnsPerMinute(most: number) {
  const sent = new Map<string, number[]>();
  return {
    /** Takes a turn, or returns the seconds until one is free. */
    take(userId: string, now = Date.now()): 'taken' | { retryAfter: number } {
      for (const [id, times] of sent) if ((times.at(-1) ?? 0) <= now - WINDOW_MS) sent.delete(id);
      const recent = (sent.get(userId) ?? []).filter((time) => time > now - WINDOW_MS);
      const [first] = recent;
      if (recent.length >= most && first !== undefined) {
        return { retryAfter: Math.ceil((first + WINDOW_MS - now) / 1000) };
      }
      sent.set(userId, [...recent, now]);
      return 'taken';
    },
  };
}
