// Reading a ballot through the server: what is read, what is rejected with which message, and that nothing is stored.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { ballotFrom, TWO_BALLOTS } from '#ballot/extracted.ts';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { codeText } from '#ballot/sheet/code.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { freePort } from '../../scripts/tools/free-port.ts';
import { makeBallot } from '../ballots/make-ballot.ts';
import { openTestDatabase } from '../database.ts';
import { startInProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { PHOTO_SIZE, WRITTEN } from '../photos/filled-ballot.ts';
import { refused } from './refused.ts';
import { file, jpeg, photo, product, readingBallots, superAdmin } from './reading-ballots.ts';

readingBallots();

/** Every row of every table as text, except when a session was last used. */
async function everything(): Promise<Record<string, string[]>> {
  const { owner } = product.database;
  const tables = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE' order by 1`.execute(
    owner,
  );
  expect(tables.rows.length).toBeGreaterThan(10);
  const rows: Record<string, string[]> = {};
  for (const { name } of tables.rows) {
    const found = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(owner);
    rows[name] = found.rows.map(({ row }) => row);
  }
  return rows;
}

test('a super admin can have a ballot read, which leaves no photo, names or scores in the log or any table', async () => {
  const { recognize } = await superAdmin();
  const secretName = `judge-${crypto.randomUUID()}`;
  const before = await everything();
  product.logged.length = 0;
  const extracted = await recognize({ image: file(jpeg, `${secretName}.jpg`) });
  const read = ballotFrom(extracted.fields);
  const right = SCORE_FIELDS.filter((field) => read[field] === WRITTEN.scores[field]);
  expect(right.length).toBeGreaterThanOrEqual(26);
  expect(extracted.confidence).toBeGreaterThanOrEqual(0.7);
  expect(extracted.image).toEqual(PHOTO_SIZE);
  expect(extracted.fields['P Opening']?.box).toHaveLength(4);
  const log = JSON.stringify(product.logged);
  expect(log).not.toContain(secretName);
  expect(log).not.toMatch(/opening|cross|direct|closing|confidence/i);
  expect(log).not.toContain(jpeg.subarray(400, 420).toString('base64'));
  // One line for the request, without its content.
  expect(product.logged.map(({ msg }) => msg)).toEqual(['request']);
  expect(await everything()).toEqual(before);
});

test('of two ballots in a photo, the requested one is read', async () => {
  const folder = join(import.meta.dirname, '../ballots/fixtures');
  const [left, right] = ['letter-scan', 'sheet-scan'].map((name) => join(folder, name));
  const size = { width: 2628, height: 1700 };
  const both = await sharp({ create: { ...size, channels: 3, background: '#5a5a5a' } })
    .composite([
      { input: `${left}.jpg`, left: 0, top: 0 },
      { input: `${right}.jpg`, left: 1314, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  const { recognize } = await superAdmin();
  const image = file(both, 'two.jpg');
  await expect(recognize({ image })).rejects.toMatchObject({ code: 'NOT_READ', message: TWO_BALLOTS });
  for (const [path, ballot] of [
    [left, 'first'],
    [right, 'second'],
  ] as const) {
    const { scores } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as { scores: Record<string, number> };
    const read = ballotFrom((await recognize({ image, ballot })).fields);
    expect(SCORE_FIELDS.filter((field) => read[field] === scores[field]).length).toBeGreaterThanOrEqual(26);
  }
});

test('no other call accepts a large body', async () => {
  const viewer = await addPerson(product.database);
  const response = await product
    .browser({ token: viewer.token ?? '' })
    .request('/api/rpc/schools/details', { method: 'POST', body: new Uint8Array(2_000_000) });
  expect(response.status).toBe(413);
});

test('a file over 20 MB is rejected', async () => {
  const { recognize } = await superAdmin();
  await expect(recognize({ image: file(new Uint8Array(20_000_001), 'large.png') })).rejects.toMatchObject({
    status: 400,
  });
  await expect(recognize({ image: file(new Uint8Array(30_000_000), 'large.png') })).rejects.toMatchObject({
    status: 413,
  });
});

const HEIC = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(400)]);
test.each([
  [HEIC, 'IMG_1.HEIC', 'This is a HEIC photo.'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'ballot.svg', 'This is a text file.'],
  ['%PDF-1.7', 'ballot.pdf', 'This is a PDF.'],
  ['', 'ballot.png', 'The file is empty.'],
  ['no image', 'ballot.png', 'This is not a PNG or JPEG image.'],
])('bad file %# is rejected with a clear message', async (bytes, name, sentence) => {
  const { recognize } = await superAdmin();
  const reading = recognize({ image: file(bytes, name) });
  await expect(reading).rejects.toMatchObject({ code: 'NOT_READ', message: expect.stringContaining(sentence) });
});

test('a valid photo with the wrong extension is rejected', async () => {
  const { recognize } = await superAdmin();
  await expect(recognize({ image: file(jpeg, 'ballot.exe') })).rejects.toMatchObject({
    message: 'Only files that end in png, jpg or jpeg can be read.',
  });
});

test('a picture of something else contains no form', async () => {
  const { recognize } = await superAdmin();
  const gray = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#998877' } })
    .png()
    .toBuffer();
  await expect(recognize({ image: file(gray, 'wall.png') })).rejects.toMatchObject({
    status: 422,
    message: 'No forms were recognized',
  });
});

test('when the recognizer fails, the answer is 503 with a reason, and the log has the cause', async () => {
  const failing = await startInProcess(
    { RECOGNIZER_ENDPOINT: `http://127.0.0.1:${await freePort()}`, RECOGNIZER_MODEL: 'ballots', RECOGNIZER_KEY: 'key' },
    product.database,
  );
  const calls = callsAs(failing, await addPerson(product.database, { superAdmin: true }));
  expect(await refused(calls.ballots.recognize({ image: photo() }))).toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    status: 503,
    message: 'The recognition service cannot be reached. Please try again in a minute.',
  });
  const line = failing.logged.find(({ event }) => event === 'recognition failed');
  expect(line).toMatchObject({ msg: 'A ballot could not be read', why: expect.stringContaining('ECONNREFUSED') });
});

test('a person can send thirty ballots per minute, and learns when to send the next', async () => {
  const { token = '' } = await addPerson(product.database, { superAdmin: true });
  const { calls, lastHeaders } = product.browser({ token });
  const empty = () => refused(calls.ballots.recognize({ image: file('x', 'x.png') }));
  for (let sent = 0; sent < 30; sent += 1) expect(await empty()).toMatchObject({ code: 'NOT_READ' });
  const { code, message } = await empty();
  const wait = Number(lastHeaders().get('retry-after'));
  expect(wait).toBeGreaterThan(1);
  expect({ code, message }).toEqual({
    code: 'TOO_MANY_REQUESTS',
    message: `Too many ballots in a minute. Please try again in ${wait} seconds.`,
  });
  // The server's clock is set back.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  expect(await empty()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  vi.useRealTimers();
  expect(Number(lastHeaders().get('retry-after'))).toBeLessThanOrEqual(wait);
});

test('other calls are answered while a ballot is read, also if the server has one connection', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const service = createServer((_, response) => asked.resolve(response)).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const reading = await startInProcess(
    { RECOGNIZER_ENDPOINT: `http://127.0.0.1:${port}`, RECOGNIZER_MODEL: 'ballots', RECOGNIZER_KEY: 'key' },
    await openTestDatabase({ pool: 1 }),
  );
  const calls = callsAs(reading, await addPerson(reading.database, { superAdmin: true }));
  const read = refused(calls.ballots.recognize({ image: photo() }));
  const answer = await asked.promise;
  expect(await calls.status.services()).not.toEqual([]);
  answer.writeHead(401).end();
  expect(await read).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await reading.close();
  service.close();
});

test('a photo of a school’s own sheet is read with the version that its code names, and only for that school', async () => {
  const [ours, theirs] = [
    await addSchool(product.database, 'Our school'),
    await addSchool(product.database, 'Their school'),
  ];
  await product.database.owner
    .updateTable('schools')
    .set({ isPremium: true })
    .where('id', 'in', [ours.id, theirs.id])
    .execute();
  const staff = await addPerson(product.database, { roles: { [ours.id]: 'primary', [theirs.id]: 'admin' } });
  const calls = callsAs(product, staff);
  const sheet: Sheet = { ...KENTUCKY, id: randomUUID(), title: 'Our scrimmage' };
  await calls.sheets.save({ schoolId: ours.id, sheet });
  await calls.sheets.save({ schoolId: ours.id, sheet: { ...sheet, version: 2, note: 'Newer.' } });
  // Few pixels, which are drawn sooner, show the code.
  const printed = async (version: number, schoolId: string | null, width: number) => {
    const code = { sheet: sheet.id, version, page: 1, schoolId, roundId: randomUUID(), judge: 2 };
    const form = readablePage(sheet, 'Letter', 1)!;
    const ballot = await makeBallot(form, 'L1', 930_010, width, {}, { code: codeText(code) });
    return { code, image: file(ballot.jpeg, 'sheet.jpg'), scores: ballot.scores };
  };

  const { code, image, scores } = await printed(1, ours.id, 2000);
  const read = await calls.ballots.recognize({ image, schoolId: ours.id, anySheet: true });
  expect(read.code).toEqual(code);
  const wrong = cellsOf(sheet).filter(({ key, label }) => read.fields[label]!.value !== scores[key]);
  expect(wrong.length).toBeLessThanOrEqual(1);

  const refusal = (answer: Promise<unknown>) => refused(answer).then(({ code: name, message }) => [name, message]);
  const another = 'This sheet was printed for another school. Choose that school to read it.';
  expect(await refusal(calls.ballots.recognize({ image, schoolId: theirs.id, anySheet: true }))).toEqual([
    'NOT_READ',
    another,
  ]);
  expect((await refusal(calls.ballots.recognize({ image, schoolId: ours.id })))[1]).toContain('another score sheet');
  // Without a school on it, it is still a sheet that only one school has.
  const plain = await printed(1, null, 1000);
  expect(
    (await refusal(calls.ballots.recognize({ image: plain.image, schoolId: theirs.id, anySheet: true })))[1],
  ).toContain('not one of this school’s');
  const missing = await printed(3, ours.id, 1000);
  expect(
    (await refusal(calls.ballots.recognize({ image: missing.image, schoolId: ours.id, anySheet: true })))[1],
  ).toContain('not one of this school’s');
});
