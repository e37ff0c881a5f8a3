// Which columns of a list file are taken as the name.
import { expect, test } from 'vitest';
import { bulkWorld, staff, schoolId, fileOf, short } from './bulk-world.ts';

bulkWorld();

test.each(['Student', 'Student Name', 'Full name', 'Name of student', 'NAME_OF_THE_STUDENT'])(
  'a student’s name is read from a column “%s”',
  async (header) => {
    const preview = await staff.students.previewImport({ schoolId, file: fileOf([header], ['Priya Shah']) });
    expect(short(preview)).toEqual(['new']);
    expect(preview.rows[0]?.change).toMatchObject({ add: { name: 'Priya Shah' } });
  },
);

test.each([
  ['First Name', 'Last Name'],
  ['given_name', 'Surname'],
])('first and last names in two columns, “%s” and “%s”, are one name', async (first, last) => {
  const file = fileOf([last, 'Class year', first], ['Shah', 2027, 'Priya'], ['', '', 'Ana'], ['Ito', '', '']);
  const preview = await staff.students.previewImport({ schoolId, file });
  expect(preview.ignored).toEqual([]);
  expect(preview.rows.map(({ change }) => change)).toMatchObject([
    { add: { name: 'Priya Shah', classYear: 2027 } },
    { add: { name: 'Ana' } },
    { add: { name: 'Ito' } },
  ]);
});

test('first and last name columns beside a full-name column are listed as not used', async () => {
  const file = fileOf(['First Name', 'Last Name', 'Name'], ['P.', 'Shah', 'Priya Shah']);
  const preview = await staff.students.previewImport({ schoolId, file });
  expect(preview.ignored).toEqual(['First Name', 'Last Name']);
  expect(preview.rows[0]?.change).toMatchObject({ add: { name: 'Priya Shah' } });
});

test('of several possible name columns, the one called Name is used, and the others are listed as not used', async () => {
  const file = fileOf(['Full name', 'Name', 'Participant'], ['Priya Anjali Shah', 'Priya Shah', 'yes']);
  const preview = await staff.students.previewImport({ schoolId, file });
  expect(preview.ignored).toEqual(['Full name', 'Participant']);
  expect(preview.rows[0]?.change).toMatchObject({ add: { name: 'Priya Shah' } });
});

test.each([
  ['teams', 'Team Name'],
  ['tournaments', 'Tournament Name'],
] as const)('the names of %s are read from a column “%s”', async (list, header) => {
  const preview = await staff[list].previewImport({ schoolId, file: fileOf([header], ['Harvest']) });
  expect(preview.rows[0]?.change).toMatchObject({ add: { name: 'Harvest' } });
});
