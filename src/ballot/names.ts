// Which known name a name read from paper may stand for. Only ever a suggestion: a person applies it.

/** Letters and digits alone: case, accents, spaces and punctuation are what handwriting and typing differ in. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** How many letters must be put in, left out or changed to make one text of the other. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** A third of its letters may be wrong; a shorter name would become any other. */
const MOST_WRONG = 1 / 3;
const SHORTEST = 3;

/**
 * The known name nearest to `read`; null when it is a known name already, when none is near, or when two are equally near.
 */
export function suggestedName(read: string, known: readonly string[]): string | null {
  const name = plain(read);
  if (name.length < SHORTEST || known.includes(read.trim())) return null;
  const near = known
    .map((other) => ({ other, wrong: distance(name, plain(other)) / Math.max(name.length, plain(other).length) }))
    .filter(({ wrong }) => wrong <= MOST_WRONG)
    .toSorted((a, b) => a.wrong - b.wrong);
  const [best, second] = near;
  if (!best || (second && second.wrong === best.wrong && second.other !== best.other)) return null;
  return best.other;
}
