// The longest texts and lists and the greatest numbers that calls take, and the sentences that refuse more.
import { expect, test } from 'vitest';
import { ALL_PARTS } from '#metrics/scores.ts';
import { call, problems, replaced, sampleOf } from './contract-calls.ts';

const letters = (length: number): string => 'x'.repeat(length);
const times = <Value>(length: number, value: Value): Value[] => Array.from({ length }, () => value);
const numbered = (length: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length }, (_, index) => [`s${index}`, value]));
const id = '0190f5c1-7c3a-7000-8000-000000000001';

/** Values that are taken, and those that are refused, some with a sentence of ours. */
type Limits = { takes?: unknown[]; refuses: (readonly [value: unknown, message?: string])[] };
const upTo = (max: number, message?: string): Limits => ({
  takes: [letters(max)],
  refuses: [message === undefined ? [letters(max + 1)] : [letters(max + 1), message]],
});
const whole = (min: number, max: number): Limits => ({
  takes: [min, max],
  refuses: [[min - 1], [max + 1], [min + 0.5]],
});
const lists = (value: unknown, min: number, max: number, message?: string): Limits => ({
  takes: [times(min, value), times(max, value)],
  refuses: [
    ...(min > 0 ? [[times(min - 1, value)] as const] : []),
    message === undefined ? [times(max + 1, value)] : [times(max + 1, value), message],
  ],
});

const DAY: Limits = {
  takes: ['0001-01-01', '9999-12-31'],
  refuses: [['0000-05-01'], ['2026-02-30'], ['2026-11-21T00:00']],
};
const SEASON: Limits = { refuses: [['2026-28', 'Please enter a season as two years, such as 2026-27.']] };
const TOKEN: Limits = {
  takes: [letters(43), `${letters(41)}-_`],
  refuses: [letters(42), letters(44), `${letters(42)}!`, ''].map((token) => [
    token,
    'This link is incomplete. Open the whole link, or ask for a new one.',
  ]),
};
const CODE: Limits = {
  takes: ['1', letters(64)],
  refuses: [
    ['', 'Enter the code from your authenticator app.'],
    [letters(65), 'Incorrect code.'],
  ],
};
const NEW_PASSWORD: Limits = {
  takes: [letters(8), letters(128)],
  refuses: [
    [letters(7), 'Use at least 8 characters.'],
    [letters(129), 'Use at most 128 characters.'],
  ],
};
const NO_EMAIL = 'Please enter an email address.';
const EMAIL: Limits = {
  takes: ['a@b', `${letters(250)}@b.c`],
  refuses: [
    ...['', 'a', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', 'a\u0001@b', 'a@b\u0001', '\ud800@b.c'].map(
      (email) => [email, NO_EMAIL] as const,
    ),
    [`${letters(251)}@b.c`, 'Please enter a shorter email address.'],
  ],
};
const OPTIONAL_TEXT: Limits = {
  takes: ['', letters(200)],
  refuses: [
    [letters(201), 'Please use at most 200 characters.'],
    ...['two\nlines', 'two\u2028lines', 'two\u2029lines'].map(
      (text) => [text, 'Please write this on one line.'] as const,
    ),
    ['\ud800', 'This contains broken characters.'],
  ],
};
const BROKEN = 'This contains broken characters.';
/** The name of a score on its sheet. */
const KEYS: Limits = {
  takes: ['a', `A${'9'.repeat(39)}`],
  refuses: [[''], ['1a'], ['a-b'], ['a b'], [letters(41)]],
};
const asKeys = (value: unknown): Limits => ({
  takes: KEYS.takes!.map((key) => ({ [String(key)]: value })),
  refuses: KEYS.refuses.map(([key]) => [{ [String(key)]: value }]),
});
const SHEET_ID: Limits = {
  takes: ['a', 'a-b-1', '28', letters(40)],
  refuses: [[''], ['A'], ['-a'], ['a-'], ['a--b'], ['a_b'], ['a b'], [letters(41)]],
};
const row = { label: 'X', min: 1, max: 10, weight: 1, p: null, d: null };
const part = { part: 'open', studentId: null, witnessId: null };

const LIMITS: Record<string, Limits> = {
  'accessRequests.ask note': {
    takes: ['', letters(500)],
    refuses: [
      [letters(501), 'Please enter at most 500 characters.'],
      ['\ud800', 'The note can’t contain broken characters.'],
    ],
  },
  'accessRequests.schoolsNamed search': upTo(200, 'Please enter a shorter search.'),
  'colleagueRequests.ask email': EMAIL,
  'history.list search': {
    refuses: [
      ['\0', BROKEN],
      ['\ud800', BROKEN],
    ],
  },
  'invitations.inviteMany invitations': lists({ email: 'a@b', schoolId: id, role: 'admin' }, 0, 100),
  'invitations.revokeMany ids': lists(id, 0, 100),
  'keptBallots.correct reason': {
    takes: [letters(200), ` ${letters(200)} `],
    refuses: [['', 'Please say why.'], ['  ', 'Please say why.'], [letters(201)]],
  },
  'keptBallots.correct scores': lists({ field: 'pOpen', score: 1 }, 1, 60),
  'keptBallots.correct scores 0 field': KEYS,
  'keptBallots.correct scores 0 score': whole(0, 100),
  'keptBallots.handOver judge': OPTIONAL_TEXT,
  'keptBallots.keep comments p open': upTo(2000),
  'keptBallots.keep judge': OPTIONAL_TEXT,
  'keptBallots.keep number': whole(1, 9),
  'keptBallots.keep ranks attorney': lists(null, 0, 20),
  'keptBallots.keep scores': {
    takes: [numbered(60, null), ...asKeys(1).takes!],
    refuses: [[numbered(61, 1), 'A ballot can have at most 60 scores.'], ...asKeys(1).refuses],
  },
  'keptBallots.keep tabMargin': whole(-60_000, 60_000),
  'metrics.season sheetId': SHEET_ID,
  'rounds.add number': whole(1, 20),
  'rounds.add opponent': OPTIONAL_TEXT,
  'rounds.addMany rounds': lists({ id, number: 1, side: 'p', opponent: '', outcome: 'bye', caseId: null }, 1, 20),
  'rounds.setLineUp parts': lists(part, 0, ALL_PARTS.length),
  'savedLineUps.save parts': lists(part, 1, ALL_PARTS.length),
  'schools.changeMany changes': lists({ id, version: 1, remove: true }, 0, 100),
  'seasonBook.change changed keepUntil': DAY,
  'seasonBook.season season': SEASON,
  'seasonFiles.preview choices mapping': lists(null, 0, 500),
  'seasonFiles.preview choices mapping 0': upTo(60),
  'seasonFiles.preview choices students': lists(
    { name: 'Zoe P.', studentId: id },
    0,
    100,
    'Match at most 100 names, and import the others later.',
  ),
  'seasonFiles.preview choices students 0 name': upTo(200),
  'session.acceptInvitation newPassword': NEW_PASSWORD,
  'session.acceptInvitation token': TOKEN,
  'session.beginSignOn returnTo': {
    takes: ['/', '/season?x=1#y', `/${letters(1999)}`],
    refuses: [
      '',
      'a',
      '//x',
      '/\\x',
      '/a\n',
      '/a\u0085',
      '/..//elsewhere',
      '/./\\x',
      'https://x.test',
      'http://[',
      '\n/',
      `/${letters(2000)}`,
    ].map((path) => [path]),
  },
  'session.endOne currentPassword': { takes: ['', letters(1000)], refuses: [[letters(1001)]] },
  'session.finishSignOn code': CODE,
  'session.requestPasswordReset email': EMAIL,
  'session.signOnOffer problem': upTo(40),
  'sheets.save sheet id': { refuses: [['college-28', 'The id of a sheet of your own is a UUID.'], ['not/one']] },
  'sheets.save sheet ranks': { refuses: [[times(201, { of: 'anyone', places: 1, each: 'trial' })]] },
  'sheets.save sheet sections': { refuses: [[times(201, { title: null, rows: [row] })]] },
  'sheets.save sheet sections 0 rows': { refuses: [[times(201, row)]] },
  'sheets.save sheet sections 0 rows 0 p number': whole(1, 200),
  'sheets.save sheet version': whole(1, 100),
  'sheets.version sheet id': SHEET_ID,
  'students.add classYear': whole(1980, 2200),
  'tournaments.add endsOn': DAY,
  'tournaments.add season': SEASON,
  'tryOuts.addCandidates names': lists('Zoë', 1, 200, 'A try-out can have at most 200 candidates.'),
  'tryOuts.create deleteAfter': DAY,
  'tryOuts.create sheet': {
    refuses: [[(sampleOf('sheets.save') as { sheet: object }).sheet, 'A sheet for a try-out has one side.']],
  },
  'tryOuts.rate scores': {
    takes: [numbered(60, 100), ...asKeys(0).takes!],
    refuses: [[numbered(61, 1), 'Too many scores.'], ...asKeys(1).refuses],
  },
  'tryOuts.rate scores pOpen': whole(0, 100),
  'webhooks.make url': {
    takes: [letters(2000), ` ${letters(2000)} `],
    refuses: [[letters(2001), 'Please enter a shorter address.']],
  },
};

/** A part of a side has a space in its name. */
const pathOf = (place: string): string[] =>
  place
    .replace('p open', 'p_open')
    .split(' ')
    .map((key) => key.replace('_', ' '));

test.each(Object.entries(LIMITS))('%s has limits', async (place, { takes = [], refuses }) => {
  const [name = '', ...path] = pathOf(place);
  const found = async (value: unknown): Promise<string[]> =>
    problems(call(name).inputSchema, replaced(sampleOf(name), path, value));
  for (const value of takes) expect([value, await found(value)]).toEqual([value, []]);
  for (const [value, message] of refuses) {
    const messages = await found(value);
    expect([value, messages.length > 0]).toEqual([value, true]);
    if (message !== undefined) expect(messages).toEqual([message]);
  }
});

test('the comments on a ballot have 60,000 characters together', async () => {
  const { inputSchema } = call('keptBallots.keep');
  const comments = (last: number) => ({
    ...Object.fromEntries(ALL_PARTS.slice(0, 29).map((one) => [`p ${one}`, letters(2000)])),
    'd open': letters(2000),
    'd close': letters(last),
  });
  const withComments = (last: number) => ({ ...sampleOf('keptBallots.keep'), comments: comments(last) });
  expect(await problems(inputSchema, withComments(0))).toEqual([]);
  expect(await problems(inputSchema, withComments(1))).toEqual([
    'The comments on a ballot can have at most 60,000 characters together.',
  ]);
});
