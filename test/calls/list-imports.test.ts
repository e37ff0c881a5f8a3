// What a file with a list of records would change, row by row, and files that are refused.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addPerson } from '../people.ts';
import { refused } from './refused.ts';
import { bulkWorld, product, platform, staff, schoolId, fileOf, short, proposed } from './bulk-world.ts';

bulkWorld();

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
      ['', 'lukasz  nowak', 'Émile’s Team', '', ''],
      [same.id, 'Same As Before', '', '', ''],
      ['', 'Priya\u00a0 SHAH', '', '', ''],
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
  expect(cases.rows[1]?.differences.map(({ column }) => column)).toEqual(['name', 'year', 'type']);

  const tournaments = await staff.tournaments.previewImport({
    schoolId,
    file: fileOf(
      ['name', 'season', 'starts on', 'case'],
      ['Harvest', '2024-25', '9/7/2024', caseName],
      ['Harvest', '2024-26', '', ''],
      ['Named by its id', '2024-25', '', id],
    ),
  });
  expect(short(tournaments)).toEqual(['new', 'refused: Please enter a season as two years, such as 2026-27.', 'new']);
  expect(tournaments.rows[0]?.change).toMatchObject({ add: { season: '2024-25', startsOn: '2024-09-07', caseId: id } });
  expect(tournaments.rows[2]?.change).toMatchObject({ add: { caseId: id } });
});

test('a tournament that ends before it starts is refused in the preview, alone among many, and in a form', async () => {
  const ENDS_BEFORE_START = 'A tournament can’t end before it starts.';
  const days = { startsOn: '2027-01-15', endsOn: '2027-01-16' };
  const stored = { schoolId, id: randomUUID(), name: 'Winter Classic', season: '2026-27' };
  await staff.tournaments.add({ ...stored, ...days });
  const preview = await staff.tournaments.previewImport({
    schoolId,
    file: fileOf(
      ['name', 'season', 'starts on', 'ends on'],
      ['Turned', '2026-27', '2/8/2027', '2/7/2027'],
      ['Open End', '2026-27', '2/8/2027', ''],
      ['One Day', '2026-27', '2/8/2027', '2/8/2027'],
    ),
  });
  expect(short(preview)).toEqual([`refused: ${ENDS_BEFORE_START}`, 'new', 'new']);
  const moved = fileOf(['name', 'season', 'starts on'], ['Winter Classic', '2026-27', '1/17/2027']);
  expect(short(await staff.tournaments.previewImport({ schoolId, file: moved }))).toEqual([
    `refused: ${ENDS_BEFORE_START}`,
  ]);

  const turned = { name: 'Turned', season: '2026-27', startsOn: '2027-02-08', endsOn: '2027-02-07' };
  const changes = [{ id: randomUUID(), add: turned }, ...proposed(preview)];
  expect((await staff.tournaments.changeMany({ schoolId, changes })).map((outcome) => outcome.refused)).toEqual([
    ENDS_BEFORE_START,
    null,
    null,
  ]);

  const refusal = { code: 'ENDS_BEFORE_START', status: 422, message: ENDS_BEFORE_START };
  expect(await refused(staff.tournaments.add({ ...turned, schoolId, id: randomUUID() }))).toMatchObject(refusal);
  const later = { schoolId, id: stored.id, version: 1, changed: { startsOn: '2027-01-17' } };
  expect(await refused(staff.tournaments.update(later))).toMatchObject(refusal);
});

test('a file that isn’t a list, or is empty, is refused with a reason', async () => {
  const preview = (file: File) => refused(staff.teams.previewImport({ schoolId, file }));
  expect(await preview(fileOf(['color'], ['red']))).toMatchObject({
    code: 'UNREADABLE_FILE',
    message: 'The first line must name the columns: id, name.',
  });
  expect(await preview(new File([''], 'empty.csv'))).toMatchObject({ code: 'UNREADABLE_FILE' });
  expect(await preview(new File(['[1]'], 'list.json'))).toMatchObject({ code: 'UNREADABLE_FILE' });
});

test('a list that ends in the middle of a line is refused, because its last row would be cleared', async () => {
  const { id: teamId } = await staff.teams.add({ schoolId, id: randomUUID(), name: 'A Team' });
  const stored = ['Ada', 'Bea'].map((name) => ({ id: randomUUID(), name, teamId, classYear: 2029 }));
  for (const student of stored) await staff.students.add({ schoolId, ...student });
  const rows = stored.map(({ id, name }) => [id, name, 'A Team', 2029]);
  const whole = await fileOf(['id', 'name', 'team', 'class year'], ...rows).text();
  const preview = (text: string) => staff.students.previewImport({ schoolId, file: new File([text], 'students.csv') });
  for (const end of [',2029', ',A Team,2029'])
    expect(await refused(preview(whole.trimEnd().slice(0, -end.length)))).toMatchObject({
      code: 'UNREADABLE_FILE',
      message: 'The file ends in the middle of line 3. Complete the line, or download or export the file again.',
    });
  expect(short(await preview(whole.trimEnd()))).toEqual(['same', 'same']);
  // A person who types a list leaves out what is empty.
  expect(short(await preview('name,team\nCid\nDee,A Team\nEve'))).toEqual(['new', 'new', 'new']);
});

test('names of built-in object properties aren’t accepted as values', async () => {
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
    `${'name,'.repeat(500)}name\nA\n`,
    'The first line has 501 columns. Remove those that aren’t needed, until 500 are left.',
  ],
  ['many rows', `name\n${'A\n'.repeat(2001)}`, 'The file has more than 2,000 rows. Split it up.'],
])('a file with too %s is refused before its rows are compared', async (_what, text, message) => {
  const previewing = staff.teams.previewImport({ schoolId, file: new File([text], 'list.csv') });
  expect(await refused(previewing)).toMatchObject({ code: 'UNREADABLE_FILE', message });
});

test('a header of 300,000 letters is ignored, and a column without one is not even listed', async () => {
  const file = new File([`name,${'ﷺ'.repeat(300_000)},\nA,B,C`], 'list.csv');
  const { ignored, rows } = await staff.teams.previewImport({ schoolId, file });
  expect([ignored, rows.length]).toEqual([['ﷺ'.repeat(100)], 1]);
});

test('a file of users changes names and schools, and invites people without an account; it can’t set passwords', async () => {
  const { userId, email } = await addPerson(product.database, { name: 'Old Name' });
  const { name } = await platform.schools.details({ schoolId }).then((found) => found ?? { name: '' });
  const stranger = `${randomUUID()}@example.test`;
  const known = await addPerson(product.database, { name: 'Keeps the Role', roles: { [schoolId]: 'admin' } });
  const preview = await platform.users.previewImport({
    file: fileOf(
      ['email', 'name', 'school', 'role', 'password'],
      [`${email.toUpperCase()}\u200b`, 'New Name', name, 'Primary Admin', 'secret'],
      [stranger, 'Stran Ger', name, '', ''],
      [`${randomUUID()}@example.test`, 'Nowhere', '', '', ''],
      ['not an address', 'Nobody', name, '', ''],
      [`${randomUUID()}@example.test`, 'Boss', name, 'boss', ''],
      [known.email, 'Keeps the Role', name, '', ''],
    ),
  });
  expect(preview.ignored).toEqual(['password']);
  expect(short(preview)).toEqual([
    'changed',
    'new',
    'new: Will be invited.',
    'refused: Nobody has an account with this address. Name a school to invite the person there.',
    'refused: Please enter an email address.',
    'refused: The role is “boss”. It must be one of these: primary, admin, viewer.',
    'same',
  ]);
  const [renamed, assigned, invited] = proposed(preview);
  expect(renamed).toEqual({ id: userId, version: 1, changed: { name: 'New Name' } });
  expect(assigned).toEqual({ userId, schoolId, add: { role: 'primary' } });
  const { links, mailed } = await platform.invitations.inviteMany({
    invitations: [invited as never, { email, schoolId, role: 'admin' }],
  });
  expect([links.map((link) => link.email), mailed]).toEqual([[stranger], false]);
  const ids = links.map(({ id }) => id);
  expect((await platform.invitations.revokeMany({ ids })).toSorted()).toEqual(ids.toSorted());
  expect((await platform.invitations.ofSchool({ schoolId })).map((open) => open.email)).not.toContain(stranger);
});
