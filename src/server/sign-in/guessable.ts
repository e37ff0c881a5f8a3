// Passwords that guessers try first: common ones, and those made of what anyone knows about the product and the person.

/** Words of the product and of mock trial (ASVS 6.1.2): a password made only of these is refused. */
const OWN_WORDS =
  'courtside mock trial mocktrial court courtroom case witness attorney lawyer judge jury ballot score verdict gavel objection ' +
  'plaintiff prosecution defense defence opening closing direct cross team school student tournament admin coach captain my our the';
const words = OWN_WORDS.split(' ');

/** Whether the letters are a sequence of `known` words, none of them empty, and nothing else. */
const isMadeOf = (letters: string, known: readonly string[]): boolean => {
  const reached = new Set([0]);
  for (let at = 0; at < letters.length; at += 1) {
    if (!reached.has(at)) continue;
    for (const word of known) if (letters.startsWith(word, at)) reached.add(at + word.length);
  }
  return reached.has(letters.length);
};

/** Shorter parts of a name, such as initials, occur in almost any password. */
const MIN_PART = 3;

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');

/** Whether a guesser would try this password, with digits and punctuation anywhere in it. */
export async function isGuessable(password: string, person: { email: string; name: string }): Promise<boolean> {
  // About 49,000 common passwords from the zxcvbn project: half a megabyte, loaded only when a password is changed.
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common: readonly (string | number)[] = dictionary['passwords-common'];
  const plain = password.toLowerCase();
  if (common.includes(plain) || common.includes(plain.replace(/[\d!.?]+$/, ''))) return true;
  if (/^(.)\1*$/u.test(password)) return true;
  const { name, email } = person;
  const parts = [name, ...name.split(/\s+/), email, ...email.split('@'), ...email.split(/[@.\-_+]/)].map(lettersOf);
  const own = parts.filter((part) => part.length >= MIN_PART);
  const letters = lettersOf(password);
  return letters !== '' && isMadeOf(letters, [...words, ...words.map((word) => `${word}s`), ...own]);
}
