// Ballots for the tests of season files.
import fc from 'fast-check';
import { SCORE_FIELDS, type Side } from '#ballot/form.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import { MAX_RANK, newBallot, sortedRanks, type FileBallot, type FileRank } from '#season-files/file-ballot.ts';

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const ODD_NAMES = ['O’Brien', "O'Brien", 'Łukasz', '=HYPERLINK("http://example.org","x")', '+1', '-', '@a', "'=1", '"', 'a;b', 'a,b', '_x000D_', '&lt;', '<b>', '1.0', '007', '😀', '']; // prettier-ignore

const text = (breaks: boolean): fc.Arbitrary<string> =>
  fc
    .oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(...ODD_NAMES),
      fc.constant(breaks ? 'a\nb\r\nc' : 'a b'),
    )
    .map((value) => value.replaceAll(/(?![\n\r])\p{Cc}/gu, '').trim());
const named = (breaks = true): fc.Arbitrary<string> => text(breaks).filter((value) => value !== '');

const byPart = (value: fc.Arbitrary<string>): fc.Arbitrary<Partial<Record<Part, string>>> =>
  fc.record(Object.fromEntries(PARTS.map((part) => [part, value])) as Record<Part, typeof value>, { requiredKeys: [] });

const score = fc.option(fc.integer({ min: 0, max: 10 }));

/** Up to four ranks of each kind, for students with a part of that kind. */
const ranksOf = (students: Partial<Record<Part, string>>, order: readonly number[]): FileRank[] =>
  sortedRanks(
    (['attorney', 'witness'] as const)
      .flatMap((kind) => {
        const parts = PARTS.filter((part) => part.startsWith('witness') === (kind === 'witness'));
        const able = [...new Set(parts.map((part) => students[part] ?? ''))].filter((name) => name !== '');
        return able.slice(0, MAX_RANK).map((student, index) => ({ kind, rank: order[index]!, student }));
      })
      .filter(({ rank }) => rank > 0),
  );

const ballot: fc.Arbitrary<FileBallot> = fc
  .record({
    season: text(true),
    tournament: text(true),
    round: named(),
    judge: text(true),
    side: fc.constantFrom<Side>('p', 'd'),
    team: text(true),
    opponent: text(true),
    students: byPart(named()),
    opponentStudents: fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: byPart(named()) }),
    scores: fc.record(
      Object.fromEntries(SCORE_FIELDS.map((field) => [field, score])) as Record<
        (typeof SCORE_FIELDS)[number],
        typeof score
      >,
    ),
    comments: byPart(named()),
    opponentComments: fc.oneof(fc.constant({}), byPart(named())),
    tabMargin: fc.option(fc.integer({ min: -140, max: 140 })),
    order: fc.shuffledSubarray([1, 2, 3, 4], { minLength: 4 }),
    hasRanks: fc.boolean(),
  })
  .map(({ order, hasRanks, ...rest }) => ({
    ...newBallot(0),
    ...rest,
    ranks: hasRanks ? ranksOf(rest.students, order) : [],
  }));

/** Ballots of different rounds, numbered within each. */
export const ballots: fc.Arbitrary<FileBallot[]> = fc.array(ballot, { maxLength: 4 }).map((list) => {
  const counts = new Map<string, number>();
  return list.map((one) => {
    const key = JSON.stringify([one.season, one.tournament, one.team, one.round]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { ...one, number: counts.get(key)! };
  });
});

export const withoutLines = (list: readonly FileBallot[]): Omit<FileBallot, 'line'>[] =>
  list.map(({ line: _line, ...rest }) => rest);

const SIX = ['Ann O’Brien', 'Łukasz Nowak', 'Cleo Park', 'Dan Ruiz', 'Eve Stone', 'Finn Wu'] as const;

/** A ballot of a full line-up without scores. */
export const plainBallot = (own: Partial<FileBallot> = {}): FileBallot => {
  const [opener, middle, closer, first, second, third] = SIX;
  return {
    ...newBallot(0),
    season: '2031-32',
    tournament: 'Harvest Invitational',
    round: '1',
    number: 1,
    judge: 'Rowe',
    side: 'p',
    team: '1204',
    opponent: '1377',
    students: {
      open: opener, close: closer,
      direct1: opener, direct2: middle, direct3: closer,
      cross1: opener, cross2: middle, cross3: closer,
      witness1: first, witness2: second, witness3: third,
    },
    ...own,
  };
}; // prettier-ignore
