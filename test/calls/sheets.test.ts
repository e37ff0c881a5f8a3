// Score sheets that a school describes itself: their versions never change, and who can make them.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import type { Sheet } from '#ballot/sheet/sheet.ts';
import type { Calls } from '#contract/index.ts';
import { MAX_SHEET_VERSIONS } from '#contract/words.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { anySheet } from '../units/sheets.ts';
import { refused } from './refused.ts';

let product: InProcess;
let schoolId: string;
let calls: Calls;
let colleague: Calls;
let manager: Calls;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());
beforeEach(async () => {
  schoolId = (await addSchool(product.database, `School ${randomUUID()}`)).id;
  calls = callsAs(product, await addPerson(product.database, { name: 'Sue Lee', roles: { [schoolId]: 'primary' } }));
  colleague = callsAs(product, await addPerson(product.database, { name: 'Kim Roe', roles: { [schoolId]: 'admin' } }));
  manager = callsAs(product, await addPerson(product.database, { superAdmin: true, dbManager: true }));
});

const ours = (more: Partial<Sheet> = {}): Sheet => ({ ...COLLEGE_28, id: randomUUID(), title: 'Our sheet', ...more });
const saved = async (by = calls): Promise<Sheet[]> =>
  (await by.sheets.ofSchool({ schoolId })).map(({ sheet }) => sheet);
const history = async (id: string) =>
  (await manager.history.list({ subject: 'sheet', recordId: id })).rows.map(({ action, label, by }) => [
    action,
    label,
    by?.name,
  ]);

test('any sheet comes back as it was saved', async () => {
  await fc.assert(
    fc.asyncProperty(anySheet, async (drawn) => {
      const sheet = { ...drawn, id: randomUUID() };
      await calls.sheets.save({ schoolId, sheet });
      expect((await saved()).find(({ id }) => id === sheet.id)).toEqual(sheet);
    }),
    { numRuns: 25 },
  );
});

test('a school’s sheets are listed by title, and those with the same title always in the same order', async () => {
  const titles = ['Zebra', 'apple', 'Éclair', 'apple', 'Dune'];
  for (const title of titles) await calls.sheets.save({ schoolId, sheet: ours({ title }) });
  const listed = await saved();
  expect(listed.map(({ title }) => title)).toEqual(['apple', 'apple', 'Dune', 'Éclair', 'Zebra']);
  const [first = '', second = ''] = listed.map(({ id }) => id);
  expect(first < second).toBe(true);
});

test('an edit is the next version, and the same edit sent twice is one', async () => {
  const first = ours();
  const second = { ...first, version: 2, title: 'Our new sheet' };
  for (const sheet of [first, first, second, second]) await calls.sheets.save({ schoolId, sheet });
  expect(await saved()).toEqual([second]);
  expect(await history(first.id)).toEqual([
    ['update', 'Our new sheet', 'Sue Lee'],
    ['create', 'Our sheet', 'Sue Lee'],
  ]);
});

test('the second of two people who edit a version gets a conflict with what the first saved', async () => {
  const first = ours();
  await calls.sheets.save({ schoolId, sheet: first });
  const edits = [calls, colleague].map((by, index) =>
    by.sheets.save({ schoolId, sheet: { ...first, version: 2, title: `Edit ${index}` } }),
  );
  const answers = await Promise.allSettled(edits);
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [newest] = await saved();
  const lost = answers.findIndex(({ status }) => status === 'rejected');
  expect(newest!.title).toBe(`Edit ${1 - lost}`);
  expect(await edits[lost]!.catch((error: unknown) => error)).toMatchObject({
    code: 'CHANGED_MEANWHILE',
    data: { by: ['Sue Lee', 'Kim Roe'][1 - lost], current: { sheet: newest } },
  });
});

test('a version requires the previous one, in the same school', async () => {
  const sheet = ours();
  expect(await refused(calls.sheets.save({ schoolId, sheet: { ...sheet, version: 2 } }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  await calls.sheets.save({ schoolId, sheet });
  expect(await refused(calls.sheets.save({ schoolId, sheet: { ...sheet, version: 3 } }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  const { id: elsewhere } = await addSchool(product.database, `School ${randomUUID()}`);
  const stranger = callsAs(product, await addPerson(product.database, { roles: { [elsewhere]: 'primary' } }));
  expect(await refused(stranger.sheets.save({ schoolId: elsewhere, sheet }))).toMatchObject({ code: 'CONFLICT' });
  expect(await refused(stranger.sheets.save({ schoolId: elsewhere, sheet: { ...sheet, version: 2 } }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(await saved()).toEqual([sheet]);
});

test('a sheet with problems is refused with the editor’s messages', async () => {
  const twice = { ...COLLEGE_28.sections[0]!, title: 'Again' };
  const sheet = ours({ sections: [...COLLEGE_28.sections, twice] });
  expect(await refused(calls.sheets.save({ schoolId, sheet }))).toMatchObject({ code: 'BAD_REQUEST' });
  expect(await refused(calls.sheets.save({ schoolId, sheet: { ...COLLEGE_28, version: 2 } }))).toMatchObject({
    code: 'BAD_REQUEST',
  });
  expect(await saved()).toEqual([]);
});

test('a sheet is deleted with all its versions, and restored with its school', async () => {
  const [sheet, other] = [ours(), ours({ title: 'Another one' })];
  for (const one of [sheet, { ...sheet, version: 2 }, other]) await calls.sheets.save({ schoolId, sheet: one });
  await calls.sheets.remove({ schoolId, id: other.id });
  expect(await history(other.id)).toEqual([
    ['delete', 'Another one', 'Sue Lee'],
    ['create', 'Another one', 'Sue Lee'],
  ]);
  await manager.schools.remove({ schoolId });
  await manager.deletedRecords.restore({ id: schoolId });
  expect(await saved()).toEqual([{ ...sheet, version: 2 }]);
  await calls.sheets.save({ schoolId, sheet: { ...sheet, version: 3 } });
  expect(await refused(calls.sheets.remove({ schoolId, id: other.id }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('a school can have 200 versions of sheets, and no more', async () => {
  const { id: _id, version: _version, title: _title, ...description } = ours();
  const rows = Array.from({ length: MAX_SHEET_VERSIONS }, () => ({
    id: randomUUID(),
    schoolId,
    edition: 1,
    title: 'Sheet',
    description,
  }));
  await product.database.owner.insertInto('scoreSheets').values(rows).execute();
  expect(await refused(calls.sheets.save({ schoolId, sheet: ours() }))).toMatchObject({ code: 'FULL' });
});
