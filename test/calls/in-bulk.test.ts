// Many records at once: what a file would change, row by row, and changes that are refused one by one.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { csvLine } from '#ballot/csv.ts';
import type { Calls } from '#contract/index.ts';
import { MAX_CHANGES } from '#contract/list-files.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
let platform: Calls;
let school: Awaited<ReturnType<typeof addSchool>>;
let staff: Calls;
let schoolId: string;
beforeAll(async () => {
  product = await startInProcess();
  platform = callsAs(product, await addPerson(product.database, { name: 'Sue Per', dbManager: true }));
});
afterAll(() => product.close());
beforeEach(async () => {
  school = await addSchool(product.database, `School ${randomUUID()}`);
  schoolId = school.id;
  staff = callsAs(product, await addPerson(product.database, { name: 'Ada Min', roles: { [schoolId]: 'admin' } }));
});

const fileOf = (...rows: (string | number)[][]): File =>
  new File([rows.map((row) => csvLine(row)).join('')], 'list.csv');
/** What a preview says of each row, in short. */
const short = ({ rows }: { rows: { state: string; message: string | null }[] }) =>
  rows.map(({ state, message }) => (message === null ? state : `${state}: ${message}`));
type Proposed<Change> = { rows: { change: Change | null }[] };
const proposed = <Change>({ rows }: Proposed<Change>): Change[] => rows.flatMap(({ change }) => change ?? []);

test('each row of a file of students is new, changed, the same or refused, with what changes', async () => {
  const { id: teamId } = await staff.teams.add({ schoolId, id: randomUUID(), name: 'Émile’s Team' });
  const add = (name: string) => staff.students.add({ schoolId, id: randomUUID(), name, teamId: null });
  await add('Łukasz Nowak');
  const same = await add('Same As Before');
  const preview = await staff.students.previewImport({
    schoolId,
    file: fileOf(
      ['ID', 'Name', 'Team', 'Class-Year', 'Favorite color'],
      ['', 'Priya Shah', 'emile’s team', 2027, 'red'],
      ['', 'lukasz nowak', 'Émile’s Team', '', ''],
      [same.id, 'Same As Before', '', '', ''],
      ['', 'Priya SHAH', '', '', ''],
      ['', 'No Such Team', 'Nowhere', '', ''],
      ['', 'Too Early', '', 1066, ''],
      [randomUUID(), 'Whose Id', '', '', ''],
      ['12', 'Half an Id', '', '', ''],
    ),
  });
  expect(preview.ignored).toEqual(['Favorite color']);
  expect(short(preview)).toEqual([
    'new',
    'changed',
    'same',
    'refused: Line 2 is about the same student.',
    'refused: There is no team “Nowhere”.',
    'refused: The class year can’t be “1066”.',
    'refused: There is no student with this id.',
    'refused: The id is not complete. Copy it again, or leave it empty.',
  ]);
  expect(preview.rows[0]?.differences).toEqual([
    { column: 'name', before: null, after: 'Priya Shah' },
    { column: 'team', before: null, after: 'Émile’s Team' },
    { column: 'class year', before: null, after: '2027' },
  ]);
  expect(preview.rows[1]?.differences).toEqual([
    { column: 'name', before: 'Łukasz Nowak', after: 'lukasz nowak' },
    { column: 'team', before: null, after: 'Émile’s Team' },
  ]);
  const outcomes = await staff.students.changeMany({ schoolId, changes: proposed(preview) });
  expect(outcomes).toEqual([
    { version: 1, refused: null },
    { version: 2, refused: null },
  ]);
  expect(await staff.students.inSchool({ schoolId })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Priya Shah', teamId, classYear: 2027 }),
      expect.objectContaining({ name: 'lukasz nowak', teamId }),
    ]),
  );
});

test('a file of schools, cases and tournaments is read by its columns', async () => {
  const caseName = randomUUID();
  const schools = await platform.schools.previewImport({
    file: fileOf(
      ['name', 'short name', 'premium'],
      [`New ${caseName}`, 'NS', 'Yes'],
      ['Nameless', '', ''],
      ['Bad', 'B', 'perhaps'],
    ),
  });
  expect(short(schools)).toEqual([
    'new',
    'refused: The short name is missing.',
    'refused: The premium is “perhaps”. It must be yes or no.',
  ]);
  expect(schools.rows[0]?.change).toMatchObject({ add: { name: `New ${caseName}`, shortName: 'NS', isPremium: true } });

  const { id } = await platform.cases.add({
    id: randomUUID(),
    name: caseName,
    year: 2024,
    type: 'civil',
    area: null,
    isActive: true,
  });
  const cases = await platform.cases.previewImport({
    file: fileOf(
      ['name', 'year', 'type', 'area', 'active'],
      [caseName, 2024, 'Criminal', 'OLT', 'no'],
      [caseName, 2025, 'civil', '', ''],
    ),
  });
  expect(short(cases)).toEqual(['changed', 'new']);
  expect(cases.rows[0]?.change).toEqual({
    id,
    version: 1,
    changed: { type: 'criminal', area: 'olt', isActive: false },
  });

  const tournaments = await staff.tournaments.previewImport({
    schoolId,
    file: fileOf(
      ['name', 'season', 'starts on', 'case'],
      ['Harvest', '2024-25', '9/7/2024', caseName],
      ['Harvest', '2024-26', '', ''],
    ),
  });
  expect(short(tournaments)).toEqual(['new', 'refused: Please enter a season as two years, such as 2026-27.']);
  expect(tournaments.rows[0]?.change).toMatchObject({ add: { season: '2024-25', startsOn: '2024-09-07', caseId: id } });
});

test('a file that is no list, or is empty, is refused with a reason', async () => {
  const preview = (file: File) => refused(staff.teams.previewImport({ schoolId, file }));
  expect(await preview(fileOf(['color'], ['red']))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: 'The first line must name the columns: id, name.',
  });
  expect(await preview(new File([''], 'empty.csv'))).toMatchObject({ code: 'UNREADABLE_FILE' });
  expect(await preview(new File(['[1]'], 'list.json'))).toMatchObject({ code: 'UNREADABLE_FILE' });
});

test('words that every object has are no values', async () => {
  const words = ['constructor', '__proto__', 'toString'];
  const file = fileOf(['name', 'short name', 'premium'], ...words.map((word) => [word, word, word]));
  expect(short(await platform.schools.previewImport({ file }))).toEqual(
    words.map((word) => `refused: The premium is “${word}”. It must be yes or no.`),
  );
  expect(
    short(await platform.schools.previewImport({ file: fileOf(['name', 'short name'], ['__proto__', 'C']) })),
  ).toEqual(['new']);
});

test.each<[string, string, string]>([
  ['long cells', `name\n${'x'.repeat(501)}`, 'Line 2 has a cell with more than 500 characters. Shorten it.'],
  [
    'many columns',
    `${'name,'.repeat(500)}name\nA`,
    'The first line has 501 columns. Remove those that aren’t needed, until 500 are left.',
  ],
  ['many rows', `name\n${'A\n'.repeat(2001)}`, 'The file has more than 2,000 rows. Split it up.'],
])('a file with too %s is refused before its rows are compared', async (_what, text, message) => {
  const previewing = staff.teams.previewImport({ schoolId, file: new File([text], 'list.csv') });
  expect(await refused(previewing)).toMatchObject({ code: 'UNREADABLE_FILE', message });
});

test('a header of 300,000 letters is only ignored', async () => {
  const file = new File([`name,${'ﷺ'.repeat(300_000)}\nA,B`], 'list.csv');
  const { ignored, rows } = await staff.teams.previewImport({ schoolId, file });
  expect([ignored, rows.length]).toEqual([['ﷺ'.repeat(100)], 1]);
});

test('a file of users changes names and schools, and invites people without an account; it has no password', async () => {
  const { userId, email } = await addPerson(product.database, { name: 'Old Name' });
  const { name } = await platform.schools.details({ schoolId }).then((found) => found ?? { name: '' });
  const stranger = `${randomUUID()}@example.test`;
  const preview = await platform.users.previewImport({
    file: fileOf(
      ['email', 'name', 'school', 'role', 'password'],
      [email.toUpperCase(), 'New Name', name, 'Primary Admin', 'secret'],
      [stranger, 'Stran Ger', name, '', ''],
      [`${randomUUID()}@example.test`, 'Nowhere', '', '', ''],
      ['not an address', 'Nobody', name, '', ''],
      [`${randomUUID()}@example.test`, 'Boss', name, 'boss', ''],
    ),
  });
  expect(preview.ignored).toEqual(['password']);
  expect(short(preview)).toEqual([
    'changed',
    'new',
    'new: Gets an invitation.',
    'refused: Nobody has an account with this address. Name a school to invite the person there.',
    'refused: Please enter an email address.',
    'refused: The role is “boss”. It must be one of these: primary, admin, viewer.',
  ]);
  const [renamed, assigned, invited] = proposed(preview);
  expect(renamed).toEqual({ id: userId, version: 1, changed: { name: 'New Name' } });
  expect(assigned).toEqual({ userId, schoolId, add: { role: 'primary' } });
  const { links, mailed } = await platform.invitations.inviteMany({
    invitations: [invited as never, { email, schoolId, role: 'admin' }],
  });
  expect([links.map((link) => link.email), mailed]).toEqual([[stranger], false]);
  await platform.invitations.revokeMany({ ids: links.map(({ id }) => id) });
  expect((await platform.invitations.ofSchool({ schoolId })).map((open) => open.email)).not.toContain(stranger);
});

test('one bad row keeps no other from being written, and says why it was refused', async () => {
  const add = (name: string, more = {}) => ({ id: randomUUID(), add: { name, teamId: null, ...more } });
  const [first, second] = [add('First'), add('Second')];
  const changes = [first, add('School One'), add('No Team', { teamId: randomUUID() }), second];
  await staff.students.add({ schoolId, id: randomUUID(), name: 'School One', teamId: null });
  const outcomes = await staff.students.changeMany({ schoolId, changes });
  expect(outcomes).toEqual([
    { version: 1, refused: null },
    { version: null, refused: 'This school already has a student with this name.' },
    { version: null, refused: 'This no longer exists, or you don’t have permission to see it.' },
    { version: 1, refused: null },
  ]);
  // Sent again after a lost answer, they are not added twice.
  expect(await staff.students.changeMany({ schoolId, changes })).toEqual(outcomes);
});

test('an undo reverts what nobody touched since, and names who changed the rest', async () => {
  const { id: team } = await staff.teams.add({ schoolId, id: randomUUID(), name: 'Used' });
  const added = Array.from({ length: 3 }, (_, index) => ({ id: randomUUID(), add: { name: `Team ${index}` } }));
  await staff.teams.changeMany({
    schoolId,
    changes: [...added, { id: team, version: 1, changed: { name: 'Renamed' } }],
  });
  const [used, edited, untouched] = added.map(({ id }) => id) as [string, string, string];
  await staff.students.add({ schoolId, id: randomUUID(), name: 'Mem Ber', teamId: used });
  await staff.teams.update({ schoolId, id: edited, version: 1, changed: { name: 'Edited' } });
  const outcomes = await staff.teams.changeMany({
    schoolId,
    changes: [
      ...[used, edited, untouched].map((id) => ({ id, version: 1, remove: true as const })),
      { id: team, version: 2, changed: { name: 'Used' } },
    ],
  });
  expect(outcomes).toEqual([
    { version: null, refused: 'Something belongs to it now.' },
    { version: null, refused: 'Ada Min has changed this since.' },
    { version: 1, refused: null },
    { version: 3, refused: null },
  ]);
  expect((await staff.teams.inSchool({ schoolId })).map(({ name }) => name).toSorted()).toEqual(
    ['Edited', 'Team 0', 'Used', school.teamName].toSorted(),
  );
});

test('a super admin who is no database manager adds schools and can’t take them away again', async () => {
  const calls = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const id = randomUUID();
  const change = { id, add: { name: 'New', shortName: 'N', isPremium: false } };
  expect(await calls.schools.changeMany({ changes: [change] })).toEqual([{ version: 1, refused: null }]);
  const undo = await calls.schools.changeMany({ changes: [{ id, version: 1, remove: true }] });
  expect(undo).toEqual([{ version: null, refused: 'You don’t have permission to do that.' }]);
});

test('changes in one school never reach a record of another', async () => {
  const other = await addSchool(product.database, `Other ${randomUUID()}`);
  const [id, version] = [other.teamId, 1];
  const changes = [
    { id, version, changed: { name: 'Taken' } },
    { id, version, remove: true as const },
  ];
  await staff.teams.changeMany({ schoolId, changes });
  expect(await platform.teams.inSchool({ schoolId: other.id })).toEqual([
    expect.objectContaining({ id, name: other.teamName }),
  ]);
  expect(
    await staff.teams.changeMany({ schoolId: other.id, changes }).catch(({ code }: { code: string }) => code),
  ).toBe('FORBIDDEN');
});

test('many people are assigned, change their role and are let go, each for itself', async () => {
  const people = await Promise.all([1, 2].map(() => addPerson(product.database)));
  const [one, two] = people.map(({ userId }) => ({ userId, schoolId })) as [Ends, Ends];
  await platform.assignments.assign({ ...two, role: 'primary' });
  const change = (...changes: Parameters<Calls['assignments']['changeMany']>[0]['changes']) =>
    platform.assignments.changeMany({ changes });
  expect(await change({ ...one, add: { role: 'viewer' } }, { ...two, add: { role: 'viewer' } })).toEqual([
    { version: 1, refused: null },
    { version: null, refused: 'This user is already assigned to this school in another role.' },
  ]);
  expect(
    await change({ ...two, version: 1, changed: { role: 'viewer' } }, { ...one, version: 1, remove: true }),
  ).toEqual([
    { version: 2, refused: null },
    { version: 1, refused: null },
  ]);
});
type Ends = { userId: string; schoolId: string };

test(
  '1,000 rows are previewed and written in under five seconds, each in the history',
  { timeout: 60_000 },
  async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => [`School ${randomUUID()} ${index}`, `S${index}`, 'no']);
    const started = performance.now();
    const preview = await platform.schools.previewImport({ file: fileOf(['name', 'short name', 'premium'], ...rows) });
    const changes = proposed(preview);
    for (let from = 0; from < changes.length; from += MAX_CHANGES)
      await platform.schools.changeMany({ changes: changes.slice(from, from + MAX_CHANGES) });
    const seconds = (performance.now() - started) / 1000;
    expect(seconds).toBeLessThan(5);
    const first = changes[0]?.id ?? '';
    expect((await platform.history.list({ recordId: first })).rows).toMatchObject([
      { action: 'create', by: { name: 'Sue Per' } },
    ]);
  },
);

test('what was exported imports as the same rows', async () => {
  const { id: teamId } = await staff.teams.add({ schoolId, id: randomUUID(), name: '=SUM(A1), "quoted"' });
  await staff.students.add({ schoolId, id: randomUUID(), name: '-Dash; Ed', teamId });
  const students = await staff.students.inSchool({ schoolId });
  const names = new Map((await staff.teams.inSchool({ schoolId })).map(({ id, name }) => [id, name]));
  const rows = students.map(({ id, name, teamId: of }) => [id, name, names.get(of ?? '') ?? '', 'no']);
  const preview = await staff.students.previewImport({
    schoolId,
    file: fileOf(['id', 'name', 'team', 'archived'], ...rows),
  });
  expect(short(preview)).toEqual(students.map(() => 'same'));
});
