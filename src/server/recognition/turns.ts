// How many photos a person may send: enough for a tab room that works through a pile, too few to keep a reader busy alone.
// Counted in this process, for it is this process's reader that is spared.

const WINDOW_MS = 60_000;

export function turnsPerMinute(most: number) {
  const sent = new Map<string, number[]>();
  return {
    /** Takes a turn; otherwise the seconds until there is one. */
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
