// Suggests the known name that a handwritten name may stand for. A person decides whether to use it.

/** Handwriting and typing differ in case, accents, spaces and punctuation, so only letters and digits count. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
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

/** A larger share of different letters would suggest unrelated names. */
const MAX_DIFFERENCE = 1 / 3;
/** Shorter names are too close to too many others. */
const MIN_LENGTH = 3;

/** The known name closest to `read`. Null if `read` is already known, nothing is close, or two names are equally close. */
export function suggestedName(read: string, known: readonly string[]): string | null {
  const name = plain(read);
  if (name.length < MIN_LENGTH || known.includes(read.trim())) return null;
  const close = known
    .map((other) => ({
      other,
      difference: editDistance(name, plain(other)) / Math.max(name.length, plain(other).length),
    }))
    .filter(({ difference }) => difference <= MAX_DIFFERENCE)
    .toSorted((a, b) => a.difference - b.difference);
  const [best, second] = close;
  if (!best || (second && second.difference === best.difference && second.other !== best.other)) return null;
  return best.other;
}
