// Drafts of ballots in the browser. Another version of the product may have stored them.
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { draftFromStored, emptyDraft, type BallotDraft } from '#web/pages/season/ballots/ballot-draft.ts';
import { photosFrom } from '#web/pages/season/photos/queue.ts';

const ID = '00000000-0000-4000-8000-000000000000';
const EMPTY = emptyDraft(COLLEGE_28);
const DRAFT: BallotDraft = {
  ...EMPTY,
  facts: {
    number: 2,
    judge: 'Rowe',
    tabMargin: '+3',
    comments: { open: 'Clear.' },
    opponentComments: { close: 'Slow.' },
    ranks: { attorney: [ID, null, null, null], witness: [null, ID, null, null] },
  },
  scores: { ...EMPTY.scores, pOpen: 8 },
  checked: { pOpen: 'typed' },
  paperTotals: { p: '80', d: '81' },
  reason: 'A typo',
};
const stored = () => JSON.parse(JSON.stringify(DRAFT)) as Record<string, unknown>;

test('a stored draft is read as it was', () => {
  expect(draftFromStored(COLLEGE_28, stored())).toEqual(DRAFT);
});

/** Puts a value in the place of each part of a draft in turn, and of the parts within it. */
function* withEach(value: unknown, of: Record<string, unknown>): Generator<object> {
  for (const [key, part] of Object.entries(of)) {
    yield { ...of, [key]: value };
    if (typeof part === 'object' && part !== null && !Array.isArray(part))
      for (const changed of withEach(value, part as Record<string, unknown>)) yield { ...of, [key]: changed };
  }
}

/** The same for all drafts that a form can draw. */
const kindsIn = ({ id, facts, scores, checked, paperTotals, reason }: BallotDraft): unknown => ({
  texts: [id, facts.judge, facts.tabMargin, paperTotals.p, paperTotals.d, reason].map((text) => typeof text),
  others: [facts.comments, facts.opponentComments, checked]
    .flatMap((texts) => Object.values(texts))
    .map((text) => typeof text)
    .filter((kind) => kind !== 'string'),
  numbers: [facts.number, ...Object.values(scores)].filter((number) => number !== null && typeof number !== 'number'),
  lists: [facts.ranks.attorney, facts.ranks.witness].map((list) => Array.isArray(list)),
});

test.each([5, 'text', null, [5], { open: 5 }])(
  'a stored draft with %j in the place of a part can be drawn',
  (value) => {
    for (const draft of [value, ...withEach(value, stored())])
      expect(kindsIn(draftFromStored(COLLEGE_28, draft)), JSON.stringify(draft)).toEqual(kindsIn(DRAFT));
  },
);

const PHOTO = {
  id: ID,
  schoolId: ID,
  name: 'one.jpg',
  roundId: null,
  state: 'read',
  note: null,
  joined: [],
  read: { extracted: { fields: {}, image: { width: 1, height: 1 }, confidence: 1 }, draft: DRAFT, roundId: null },
};

test.each([5, 'text', null, [5], [null], { open: 5 }])(
  'a stored photo with %j in the place of a part, or of its score sheet, can be listed',
  (value) => {
    const onSheet = { ...PHOTO, read: { ...PHOTO.read, sheet: value } };
    for (const photo of [value, onSheet, ...withEach(value, PHOTO)])
      for (const { read, joined = [] } of photosFrom(JSON.stringify([photo]))) {
        if (read) expect(kindsIn(read.draft), JSON.stringify(photo)).toEqual(kindsIn(DRAFT));
        expect(
          joined.filter((page) => typeof page?.id !== 'string'),
          JSON.stringify(photo),
        ).toEqual([]);
      }
  },
);
