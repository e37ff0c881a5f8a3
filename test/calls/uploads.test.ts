// What an upload may contain: one file of the size that its address takes, and a little data beside it.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type Browser, type InProcess } from '../in-process.ts';
import { addPerson, addSchool } from '../people.ts';

let product: InProcess;
let browser: Browser;
let schoolId: string;
beforeAll(async () => {
  product = await startInProcess();
  ({ id: schoolId } = await addSchool(product.database, 'Home School'));
  const { token = '' } = await addPerson(product.database, { roles: { [schoolId]: 'primary' } });
  browser = product.browser({ token });
});
afterAll(() => product.close());

const PREVIEW = '/api/rpc/seasonFiles/preview';
type Part = { headers: string; body: string };
const field = (name: string, body: string): Part => ({
  headers: `Content-Disposition: form-data; name="${name}"`,
  body,
});
const file = (name: string, body: string, fileName = 'season.csv'): Part => ({
  headers: `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: text/csv`,
  body,
});
const data = (more: object = {}, path: (string | number)[] = ['file']): Part =>
  field('data', JSON.stringify({ json: { schoolId, choices: {}, file: {}, ...more }, meta: [], maps: [path] }));
const CSV =
  'season,tournament,round,side,ballot,judge,part,student,kind,score,team\n2024-25,Harvest,1,p,1,Rowe,open,Ann,speech,8,A';

const formOf = (parts: readonly Part[], end = '--x--\r\n'): string =>
  parts.map(({ headers, body }) => `--x\r\n${headers}\r\n\r\n${body}\r\n`).join('') + end;

async function send(path: string, body: string, type = 'multipart/form-data; boundary=x') {
  const headers = { 'content-type': type };
  const response = await browser.request(path, { method: 'POST', headers, body });
  return { status: response.status, answer: await response.text() };
}

test('a form of one file and its data is read, with the file’s name as it is', async () => {
  const { status, answer } = await send(PREVIEW, formOf([data(), file('0', CSV, 'Łódź “A”.csv')]));
  expect([status, answer]).toEqual([200, expect.stringContaining('"Harvest"')]);
  const run = formOf([data({ id: randomUUID() }), file('0', CSV, 'Łódź “A”.csv')]);
  await browser.calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
  expect((await send('/api/rpc/seasonFiles/run', run)).status).toBe(200);
  expect(await browser.calls.seasonFiles.imports({ schoolId })).toMatchObject([{ fileName: 'Łódź “A”.csv' }]);
});

test('other programs send a field for each value', async () => {
  const form = formOf([
    field('schoolId', schoolId),
    field('choices[season]', '2024-25'),
    field('choices[students][0][name]', 'Ann'),
    field('choices[students][0][studentId]', randomUUID()),
    file('file', CSV),
  ]);
  expect(await send('/api/v1/seasonFiles/preview', form)).toMatchObject({ status: 200 });
});

const TOO_LARGE = 'This is too large to send.';
const many = (count: number): Part[] => Array.from({ length: count }, (_, index) => field(`f${index}`, 'x'));
test.each<[string, string, string, string]>([
  ['a fourth part', PREVIEW, formOf([data(), file('0', CSV), ...many(2)]), TOO_LARGE],
  ['50,000 parts', PREVIEW, formOf(many(50_000)), TOO_LARGE],
  ['1,001 parts of another program', '/api/v1/seasonFiles/preview', formOf(many(1001)), TOO_LARGE],
  ['a second file', PREVIEW, formOf([data(), file('0', CSV), file('1', CSV)]), TOO_LARGE],
  ['data of more than 200 kB', PREVIEW, formOf([field('data', '['.repeat(200_001)), file('0', CSV)]), TOO_LARGE],
  [
    'data of more than 200 kB in pieces',
    '/api/v1/seasonFiles/preview',
    formOf(Array.from({ length: 3 }, (_, index) => field(`f${index}`, 'x'.repeat(70_000)))),
    TOO_LARGE,
  ],
  [
    'a file of ballots of more than 5 MB',
    PREVIEW,
    formOf([data(), file('0', 'x'.repeat(5_200_000))]),
    'The file is larger than 5 MB. Split it up.',
  ],
  [
    'a file of a list of more than 1 MB',
    '/api/rpc/students/previewImport',
    formOf([data(), file('0', 'x'.repeat(1_300_000))]),
    'The file is larger than 1 MB. Split it up.',
  ],
])('%s is refused as too large', async (_what, path, form, sentence) => {
  const { status, answer } = await send(path, form);
  expect([status, answer]).toEqual([413, expect.stringContaining(sentence)]);
});

test('a file that is a little too large is refused in the contract’s words', async () => {
  const { status, answer } = await send(PREVIEW, formOf([data(), file('0', 'x'.repeat(5_100_000))]));
  expect([status, answer]).toEqual([400, expect.stringContaining('The file is larger than 5 MB. Split it up.')]);
});

test.each([
  ['an upload that ends inside of its file', formOf([data(), file('0', CSV)], '')],
  ['an upload that ends inside of its data', formOf([data()], '')],
  ['an upload that ends inside of a header', '--x\r\nContent-Disposition: form-data; na'],
  ['a part without a name', formOf([{ headers: 'Content-Type: text/plain', body: 'x' }])],
  ['a header of 100,000 letters', formOf([{ headers: `Content-Disposition: ${'ﷺ'.repeat(100_000)}`, body: 'x' }])],
  ['no multipart form', 'hello'],
  ['an empty upload', ''],
])('%s is refused as damaged', async (_what, form) => {
  expect(await send(PREVIEW, form)).toMatchObject({ status: 400 });
});

test('an upload whose type names no boundary is refused as damaged', async () => {
  expect(await send(PREVIEW, formOf([data()]), 'multipart/form-data')).toMatchObject({ status: 400 });
});

test('an upload that is too large, or from somebody who may not send it, stays unread for a second before it is refused', async () => {
  const refusal = async (from: Browser, body: string): Promise<unknown[]> => {
    product.pauses.length = 0;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status } = await from.request(PREVIEW, { method: 'POST', headers, body });
    return [status, ...product.pauses];
  };
  expect(await refusal(browser, 'x'.repeat(5_300_000))).toEqual([413, 1000]);
  expect(await refusal(product.browser(), formOf([data(), file('0', CSV)]))).toEqual([401, 1000]);
  expect(await refusal(browser, formOf([data(), file('0', CSV)]))).toEqual([200]);
});

test('deeply nested data is refused as invalid', async () => {
  const deep = `${'{"json":'.repeat(12_000)}1${'}'.repeat(12_000)}`;
  expect(await send(PREVIEW, formOf([field('data', deep), file('0', CSV)]))).toMatchObject({ status: 400 });
});
