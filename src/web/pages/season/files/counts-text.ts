// Counts in words: "8 ballots, 4 rounds and 1 student".
import type { ImportCounts } from '#contract/season-files.ts';
import { counted, listText } from '#web/format.ts';

const WORDS = [
  'ballots',
  'rounds',
  'tournaments',
  'teams',
  'students',
] as const satisfies readonly (keyof ImportCounts)[];

export function countsText(counts: Partial<ImportCounts>): string {
  const parts = WORDS.flatMap((word) => {
    const count = counts[word] ?? 0;
    return count === 0 ? [] : [counted(count, word.slice(0, -1))];
  });
  return parts.length === 0 ? 'nothing' : listText(parts);
}
