// Passwords that are tried first: those that everybody has, and those made of what anybody knows about the product and the
// person.

/** The product's and the field's own words (ASVS 6.1.2): a password made of nothing else is refused. */
const OWN_WORDS =
  'courtside mock trial mocktrial court courtroom case witness attorney lawyer judge jury ballot score verdict gavel objection ' +
  'plaintiff prosecution defense defence opening closing direct cross team school student tournament admin coach captain my our the';
const words = OWN_WORDS.split(' ');

/** Whether nothing is left of the letters when they are cut into `known` words. */
const isMadeOf = (letters: string, known: readonly string[]): boolean => {
  const reached = new Set([0]);
  for (let at = 0; at < letters.length; at += 1) {
    if (!reached.has(at)) continue;
    for (const word of known) if (word !== '' && letters.startsWith(word, at)) reached.add(at + word.length);
  }
  return reached.has(letters.length);
};

/** From initials alone almost any password can be made. */
const SHORTEST_PART = 3;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Whether somebody who knows the product and the person, or nothing at all, would try it, with digits and signs anywhere. */
export async function isGuessable(password: string, person: { email: string; name: string }): Promise<boolean> {
  // Half a megabyte that only this question needs.
  const { commonPasswords } = await import('./common-passwords.ts');
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain) || commonPasswords.has(plain.replace(/[\d!.?]+$/, ''))) return true;
  if (/^(.)\1*$/u.test(password)) return true;
  const { name, email } = person;
  const parts = [name, ...name.split(/\s+/), email, ...email.split('@'), ...email.split(/[@.\-_+]/)].map(lettersOf);
  const own = parts.filter((part) => part.length >= SHORTEST_PART);
  const letters = lettersOf(password);
  return letters !== '' && isMadeOf(letters, [...words, ...words.map((word) => `${word}s`), ...own]);
}
