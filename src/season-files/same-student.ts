// Suggests which known students the names in a file mean. A person decides.

/** Letters that have no accent to remove, as people type them without a special keyboard. */
const PLAIN_LETTERS: Record<string, string> = {
  ł: 'l', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ß: 'ss', æ: 'ae', œ: 'oe', ı: 'i', ħ: 'h',
}; // prettier-ignore

/** "Last, First" in the order it is spoken, without case, accents, punctuation and extra spaces. */
function plainName(name: string): string {
  const [last, first, more] = name.split(',');
  const spoken = first !== undefined && more === undefined && first.trim() !== '' ? `${first} ${last}` : name;
  return spoken
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’.]/gu, '')
    .replaceAll(/[łøđðþßæœıħ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** One letter is changed, missing, added, or two neighbors are swapped. */
function isOneTypo(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const swapped = short[start] === long[start + 1] && short[start + 1] === long[start];
  return swapped && short.slice(start + 2) === long.slice(start + 2);
}

/** A shorter name is one letter away from too many others: Ann, Jan, Dan. */
const MIN_LENGTH_FOR_TYPO = 6;
/** For each name. A person reads them one by one. */
const MAX_SUGGESTIONS = 5;

/** The text, and the text without each of its letters. Two texts that differ in one typo have one of these in common. */
function* withoutOneLetter(text: string): Generator<string> {
  yield text;
  for (let at = 0; at < text.length; at += 1) yield text.slice(0, at) + text.slice(at + 1);
}

export type SameStudent = {
  name: string;
  /** The known student with exactly this name. */
  known: string | null;
  /** Known students who may be the same, the likeliest first. */
  suggestions: string[];
};

/** Matches each distinct name with the known students it may mean. The work grows with both lists, not with their product. */
export function compareStudents(names: readonly string[], known: readonly string[]): SameStudent[] {
  const exact = new Set(known);
  const plainKnown = known.map(plainName);
  const places = new Map<string, number[]>();
  for (const [place, plain] of plainKnown.entries())
    for (const key of new Set(withoutOneLetter(plain))) {
      const sharing = places.get(key);
      if (sharing) sharing.push(place);
      else places.set(key, [place]);
    }
  const suggestionsFor = (plain: string): string[] => {
    if (plain === '') return [];
    const same = (places.get(plain) ?? []).filter((place) => plainKnown[place] === plain);
    const typos = new Set<number>();
    if (plain.length >= MIN_LENGTH_FOR_TYPO)
      for (const key of withoutOneLetter(plain))
        for (const place of places.get(key) ?? [])
          if (plainKnown[place] !== plain && isOneTypo(plain, plainKnown[place]!)) typos.add(place);
    const sorted = [...same, ...[...typos].toSorted((a, b) => a - b)];
    return sorted.slice(0, MAX_SUGGESTIONS).map((place) => known[place]!);
  };
  return [...new Set(names)].map((name) =>
    exact.has(name)
      ? { name, known: name, suggestions: [] }
      : { name, known: null, suggestions: suggestionsFor(plainName(name)) },
  );
}
