/** One result. */
export type Entry = { key: string; group: string; label: string; detail?: string; run: () => void };

export const MAX_PER_GROUP = 5;

export const entry = (group: string, id: string, label: string, run: () => void, detail?: string): Entry => ({
  key: `${group} ${id}`,
  group,
  label,
  run,
  ...(detail !== undefined && { detail }),
});
