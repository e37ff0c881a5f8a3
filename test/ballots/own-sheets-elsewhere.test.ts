// A school's own sheet where another machine reads ballots: that machine doesn't know the sheet, so the server reads its photos itself.
import { expect, test } from 'vitest';
import { codeText } from '#ballot/sheet/code.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { readablePage } from '#ballot/sheet/readable-page.ts';
import { readOwnSheet } from '#ballot/sheet/refusals.ts';
import { serveRecognizer } from '#recognizer/serve/service.ts';
import { openBallotReader } from '#server/recognition/ballot-reader.ts';
import { readSettings } from '#server/settings.ts';
import { makeBallot } from './make-ballot.ts';

const SCHOOL = '6f1c2a4e-93b7-4d58-8a0e-5c7d1b2f3a49';
const OWN = { ...KENTUCKY, id: '3d7a9c51-0b2e-4f86-9d14-8e6a5b7c2f03', version: 3 };

test('a photo of a school’s own sheet gets the same reading as from a server that reads all photos', async () => {
  const service = await serveRecognizer({ key: 'a long key', port: 0, host: '127.0.0.1' });
  const reader = openBallotReader(
    readSettings({ RECOGNIZER_ENDPOINT: service.address, RECOGNIZER_MODEL: 'ballots', RECOGNIZER_KEY: 'a long key' }),
  );
  const code = { sheet: OWN.id, version: 3, page: 1, schoolId: SCHOOL, roundId: null, judge: 2 };
  const { jpeg } = await makeBallot(readablePage(OWN, 'Letter', 1)!, 'L1', 930_006, 2400, {}, { code: codeText(code) });
  const asked: number[] = [];
  const { documents } = await readOwnSheet(
    SCHOOL,
    (sheets) => {
      asked.push(sheets.length);
      return reader.read(jpeg, sheets, 'sheet.jpg');
    },
    () => Promise.resolve(OWN),
  );
  // The other machine reads first, because most photos are of built-in sheets.
  expect(asked).toEqual([0, 1]);
  expect(documents).toMatchObject([{ code }]);
  expect(documents[0]!.refusal).toBeUndefined();
  const scores = Object.values(documents[0]!.fields).filter(({ value }) => typeof value === 'number');
  expect(scores.length).toBeGreaterThan(10);
  await reader.close();
  await service.close();
});
