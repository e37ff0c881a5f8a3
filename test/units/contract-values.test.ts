// Which values the calls accept, and the messages for those they reject.
import { expect, onTestFinished, test, vi } from 'vitest';
import { accepted, call, calls, namesOfCalls, problems, problemsWith, sampleOf } from './contract-calls.ts';

const ACCEPTED_VALUES: Record<string, Record<string, unknown[]>> = {
  'cases.add': {
    type: ['civil', 'criminal'],
    area: ['invitationals/regionals/orcs', 'nationals', 'rookie rumble', 'olt', 'other', null],
    year: [1980, new Date().getUTCFullYear()],
  },
  'witnesses.add': {
    side: ['p', 'd', 's'],
    type: ['character', 'expert', 'party rep', 'police/investigator', 'other'],
  },
  'assignments.assign': { role: ['primary', 'admin', 'viewer'] },
  'schools.list': {
    column: ['id', 'name', 'shortName', 'isPremium'],
    sort: ['name', 'shortName'],
    search: ['', 'x'.repeat(200)],
    after: [{ value: 'x'.repeat(2000), id: '0190f5c1-7c3a-7000-8000-000000000001' }],
  },
  'users.list': { column: ['id', 'email', 'name'], sort: ['email', 'name'] },
  'cases.list': { column: ['name', 'year', 'type', 'area', 'isActive'], sort: ['name', 'year'] },
  'history.list': {
    subject: ['school', 'user', 'superAdmin', 'assignment', 'case', 'witness', 'team', 'student', 'tournament'],
  },
  'teams.similar': { name: ['x', 'x'.repeat(200)] },
  'tournaments.add': { startsOn: ['0001-01-01', '9999-12-31', null] },
  'session.signIn': { email: ['x', 'x'.repeat(254)], password: ['x', 'x'.repeat(1000)] },
  'session.changePassword': { newPassword: ['x'.repeat(8), 'x'.repeat(128)], currentPassword: ['', 'x'.repeat(1000)] },
};
const rowsOf = <Value>(table: Record<string, Record<string, Value>>) =>
  Object.entries(table).flatMap(([name, fields]) =>
    Object.entries(fields).map(([field, value]) => ({ name, field, value })),
  );

test.each(rowsOf(ACCEPTED_VALUES))('$name accepts these values of $field', async ({ name, field, value }) => {
  for (const one of value) expect(await problemsWith(name, { [field]: one })).toEqual([]);
});

/** What is rejected, and the sentence that people read if there is one of ours. */
const REJECTED_VALUES: Record<string, Record<string, [value: unknown, message?: string][]>> = {
  'cases.add': {
    type: [['military']],
    area: [['local']],
    year: [
      [1979, 'The year must be 1980 or later.'],
      [new Date().getUTCFullYear() + 2, 'The year can’t be in the future.'],
      [2000.5],
    ],
  },
  'witnesses.add': { side: [['x']], type: [['']], id: [['7']] },
  'assignments.assign': { role: [['owner']] },
  'schools.list': {
    column: [['email']],
    sort: [['id']],
    search: [['x'.repeat(201), 'Please enter a shorter search.']],
    after: [[{ value: 'x'.repeat(2001), id: '0190f5c1-7c3a-7000-8000-000000000001' }]],
  },
  'schools.notOfUser': { search: [['x'.repeat(201), 'Please enter a shorter search.']] },
  'users.list': { column: [['year']], sort: [['id']] },
  'cases.list': { column: [['email']], sort: [['type']] },
  'history.list': { subject: [['password']], before: [[0.5]] },
  'teams.similar': { name: [[''], ['x'.repeat(201)]] },
  'tournaments.add': { startsOn: [['0000-05-01'], ['2026-02-30']] },
  'session.signIn': {
    email: [['', 'Email is required'], ['x'.repeat(255)]],
    password: [['', 'Password is required'], ['x'.repeat(1001)]],
  },
  'session.changePassword': {
    newPassword: [
      ['x'.repeat(7), 'Use at least 8 characters.'],
      ['x'.repeat(129), 'Use at most 128 characters.'],
    ],
    currentPassword: [['x'.repeat(1001)]],
  },
};

test.each(rowsOf(REJECTED_VALUES))('$name rejects these values of $field', async ({ name, field, value }) => {
  for (const [one, message] of value) {
    const found = await problemsWith(name, { [field]: one });
    expect(found).toHaveLength(1);
    if (message !== undefined) expect(found).toEqual([message]);
  }
});

test.each([
  ['similar names', 'schools.list', 'similar', 10],
  ['similar teams', 'teams.similar', undefined, 20],
] as const)('a list of %s ends after a few', async (_what, name, field, limit) => {
  const { outputSchema } = call(name);
  const { output } = calls.find((one) => one.name === name)!;
  const row = (field ? (output as Record<typeof field, unknown[]>)[field] : (output as unknown[]))[0];
  const many = (count: number): unknown => {
    const rows = Array.from({ length: count }, () => row);
    return field ? { ...(output as object), [field]: rows } : rows;
  };
  expect(await problems(outputSchema, many(limit))).toEqual([]);
  expect(await problems(outputSchema, many(limit + 1))).toHaveLength(1);
});

test('a case of the next year is accepted as soon as that year has begun in any time zone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime('2026-12-31T10:30:00Z');
  expect(await problemsWith('cases.add', { year: 2027 })).toEqual([]);
  vi.setSystemTime('2026-12-31T09:30:00Z');
  expect(await problemsWith('cases.add', { year: 2027 })).toEqual(['The year can’t be in the future.']);
});

test('an id is kept in lower case', async () => {
  const { inputSchema } = call('schools.details');
  const schoolId = '0190F5C1-7C3A-7000-8000-00000000000A';
  expect(await accepted(inputSchema, { schoolId })).toEqual({ schoolId: schoolId.toLowerCase() });
});

test.each(['two\nlines', 'two\u2028lines', 'two\u2029lines'])(
  'a request for access has its note on one line',
  async (note) => {
    const asked = { schoolId: '0190f5c1-7c3a-7000-8000-000000000001', note };
    expect(await problems(call('accessRequests.ask').inputSchema, asked)).toEqual([
      'Please write the note on one line.',
    ]);
  },
);

const uploads = namesOfCalls.flatMap((name) => {
  const { upload } = call(name).meta;
  return upload ? [{ name, upload }] : [];
});
test.each(uploads)('$name takes a file of its greatest size', async ({ name, upload: { maxBytes, tooLarge } }) => {
  const [field] = Object.entries(sampleOf(name)).find(([, value]) => value instanceof File)!;
  const sent = (bytes: number) => ({ ...sampleOf(name), [field]: new File([new Uint8Array(bytes)], 'a.csv') });
  expect(await problems(call(name).inputSchema, sent(maxBytes))).toEqual([]);
  expect(await problems(call(name).inputSchema, sent(maxBytes + 1))).toEqual([tooLarge]);
  const unit = `${maxBytes / 1_000_000} MB`;
  expect(tooLarge).toBe(
    name === 'ballots.recognize'
      ? `The image is larger than ${unit}.`
      : `The file is larger than ${unit}. Split it up.`,
  );
});

test('a text loses the space around it, and an email address is in lower case', async () => {
  const taken = async (name: string, change: object): Promise<unknown> =>
    accepted(call(name).inputSchema, { ...sampleOf(name), ...change });
  expect(await taken('webhooks.make', { url: ' https://x.test ' })).toMatchObject({ url: 'https://x.test' });
  expect(await taken('keptBallots.correct', { reason: ' Misread ' })).toMatchObject({ reason: 'Misread' });
  expect(await taken('colleagueRequests.ask', { email: ' Ada@Example.TEST\u200b' })).toMatchObject({
    email: 'ada@example.test',
  });
});

test('a problem of a score sheet is said where it is', async () => {
  const { sheet } = sampleOf('sheets.save') as { sheet: object };
  const sent = { schoolId: '0190f5c1-7c3a-7000-8000-000000000001', sheet: { ...sheet, title: 'x'.repeat(81) } };
  const { issues } = await call('sheets.save').inputSchema!['~standard'].validate(sent);
  expect(issues).toMatchObject([
    { code: 'custom', path: ['sheet', 'title'], message: `“${'x'.repeat(81)}” has 81 characters. Shorten it to 80.` },
  ]);
});
