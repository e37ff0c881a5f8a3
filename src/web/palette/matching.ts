/** Some letters, such as the Ł of Łukasz, have no accent to remove. For the collator they are the same letter. */
const COLLATOR = new Intl.Collator('en', { sensitivity: 'base' });

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .split(/[^\p{L}\p{N}@.]+/u);

/** Whether each typed word begins a word of the text. Case, accents and apostrophes don't matter. */
export function matches(typed: string, text: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((start) =>
    words.some((word) => COLLATOR.compare(word.slice(0, start.length), start) === 0),
  );
}
