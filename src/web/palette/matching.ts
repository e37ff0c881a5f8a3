import type { Entry } from './entry.ts';

/** Some letters, such as the Ł of Łukasz, have no accent to remove. For the collator they are the same letter. */
const COLLATOR = new Intl.Collator('en', { sensitivity: 'base' });

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}\p{N}@.]+/u);

const begins = (word: string, start: string): boolean => COLLATOR.compare(word.slice(0, start.length), start) === 0;

/**
 * Allows one wrong, extra or missing letter, or two swapped ones, but not below four letters, to which many words are this close, and not
 * in numbers: another number is another round, team or season.
 */
function nearlyBegins(word: string, start: string): boolean {
  if (!/^\p{L}{4,}$/u.test(start)) return begins(word, start);
  let same = 0;
  while (same < start.length && begins(word, start.slice(0, same + 1))) same += 1;
  const [there, typed] = [word.slice(same), start.slice(same)];
  const [afterThere, afterTyped] = [there.slice(1), typed.slice(1)];
  return (
    begins(afterThere, afterTyped) ||
    begins(there, afterTyped) ||
    begins(afterThere, typed) ||
    begins(there, typed.charAt(1) + typed.charAt(0) + typed.slice(2))
  );
}

/** Whether each typed word begins a word of the text, or nearly does. Case, accents and apostrophes don't matter. */
export function matches(typed: string, text: string, isForgiving = false): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((start) => words.some((word) => (isForgiving ? nearlyBegins : begins)(word, start)));
}

/** Misspelled entries are found only where nothing has the typed spelling. */
export function matching(typed: string, all: readonly Entry[], isForgiving = true): Entry[] {
  const find = (allowsMistake: boolean) =>
    all.filter(({ label, detail = '' }) => matches(typed, `${label} ${detail}`, allowsMistake));
  const exact = find(false);
  return exact.length > 0 || !isForgiving ? exact : find(true);
}
