/** One result. */
export type Entry = { key: string; group: string; label: string; detail?: string; run: () => void };

export const MAX_PER_GROUP = 5;
