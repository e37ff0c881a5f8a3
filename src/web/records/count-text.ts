// How many records a list has, in words.
import { MAX_COUNTED } from '#contract/columns.ts';
import { numberText } from '#web/format.ts';

/** "1 school", "12 schools", "1,000+ schools". */
export function countText(count: number | null, one: string, many: string): string {
  if (count === null) return '';
  if (count === 1) return `1 ${one}`;
  return `${numberText(count)}${count >= MAX_COUNTED ? '+' : ''} ${many}`;
}
