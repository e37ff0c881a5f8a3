// Files are read and written on worker threads: a hostile one is refused there, and delays only the person who sent it.
import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import { openFileThreads } from '#server/season/file-threads.ts';
import { bytesOf } from './season-ballots.ts';

const threads = openFileThreads();
afterAll(() => threads.close());
const read = (person: string, name: string, bytes: Uint8Array) => threads.read(person, { name, bytes, facts: {} });
const SMALL = bytesOf('round,side,ballot,part,student,kind,score\n1,p,1,open,Ann,speech,8');

test('a file is written and read', async () => {
  const file = await threads.write('a', 'xlsx', '[]');
  expect(JSON.parse((await read('a', 'season.xlsx', file)).ballots)).toEqual([]);
});

test('a refusal has the same sentence as on this side of the thread, and the next file is read', async () => {
  await expect(read('a', 'a.csv', new Uint8Array())).rejects.toThrow(new UnreadableFile('a.csv is empty.'));
  expect((await read('a', 'a.csv', SMALL)).problems).toEqual([]);
});

/** Tiny cells, 49 MB of them once inflated: the slowest file that we could make. */
const slowFile = (): Uint8Array => {
  const cells = `<row>${'<c/>'.repeat(250_000)}</row>`;
  const xml = {
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="1" Target="a.xml"/></Relationships>',
    'xl/a.xml': `<worksheet><sheetData>${cells.repeat(4)}</sheetData></worksheet>`,
  };
  return zipSync(Object.fromEntries(Object.entries(xml).map(([name, text]) => [name, strToU8(text)])), { level: 1 });
};

test('a file that takes too long is refused', async () => {
  const impatient = openFileThreads({ maxSeconds: 0.000_001 });
  await expect(impatient.read('a', { name: 'a.xlsx', bytes: slowFile(), facts: {} })).rejects.toThrow(
    'a.xlsx is too large to read. Split it up and import the parts.',
  );
  await impatient.close();
});

test('a slow file delays other files of the same person, and nobody else’s', async () => {
  const slow = slowFile();
  const inOrder = async (): Promise<string[]> => {
    const done: string[] = [];
    const note = (what: string) => () => void done.push(what);
    await Promise.all([
      read('a', 'slow.xlsx', slow)
        .catch(() => {})
        .then(note('the slow file')),
      ...['one', 'two', 'three'].map((name) => read('a', `${name}.csv`, SMALL).then(note(`the same person’s ${name}`))),
      read('b', 'b.csv', SMALL).then(note('another person’s')),
    ]);
    return done;
  };
  await Promise.all([read('a', 'a.csv', SMALL), read('b', 'b.csv', SMALL)]);
  let done = await inOrder();
  // Until the second thread has loaded its program.
  while (done[0] !== 'another person’s') done = await inOrder();
  expect(done).toEqual([
    'another person’s',
    'the slow file',
    'the same person’s one',
    'the same person’s two',
    'the same person’s three',
  ]);
});
