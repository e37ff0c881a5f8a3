const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase();

/** Whether each typed word begins a word of the text. Case, accents and apostrophes don't matter. */
export function matches(typed: string, text: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}@.]+/u);
  return plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((start) => words.some((word) => word.startsWith(start)));
}
