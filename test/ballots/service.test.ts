import { readFileSync } from 'node:fs';
import { AzureKeyCredential, DocumentAnalysisClient } from '@azure/ai-form-recognizer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { type RecognizerService, serveRecognizer } from '#recognizer/service.ts';

const photo = readFileSync(new URL('fixtures/letter-photo.jpg', import.meta.url));
let service: RecognizerService;
beforeAll(async () => {
  service = await serveRecognizer({ key: 'a long key', port: 0, host: '127.0.0.1' });
});
afterAll(() => service.close());

const client = (key: string): DocumentAnalysisClient =>
  new DocumentAnalysisClient(service.address, new AzureKeyCredential(key), {
    allowInsecureConnection: true,
    retryOptions: { maxRetries: 0 },
  });

test('the official client reads a ballot as it is read here', async () => {
  const poller = await client('a long key').beginAnalyzeDocument('ballot', photo);
  const { documents } = await poller.pollUntilDone();
  const here = (await readBallot(photo)).documents[0]!;
  expect(documents).toHaveLength(1);
  expect(documents![0]!.confidence).toBeCloseTo(here.confidence, 5);
  for (const field of SCORE_FIELDS) {
    const label = recognitionLabel(field);
    const there = documents![0]!.fields[label]! as { value?: number; confidence?: number };
    expect(there.value ?? null, label).toBe(here.fields[label]!.value);
    expect(there.confidence).toBeCloseTo(here.fields[label]!.confidence, 5);
  }
});

test('a picture that cannot be read fails with its sentence', async () => {
  const poller = client('a long key').beginAnalyzeDocument('ballot', Buffer.from('GIF89a and so on'));
  await expect(poller.then((started) => started.pollUntilDone())).rejects.toThrow(/GIF/);
});

test('a wrong key is refused', async () => {
  await expect(client('another').beginAnalyzeDocument('ballot', photo)).rejects.toMatchObject({ statusCode: 401 });
});

test('it never fetches an address', async () => {
  const poller = client('a long key').beginAnalyzeDocumentFromUrl('ballot', 'http://127.0.0.1:1/secret');
  await expect(poller).rejects.toMatchObject({ statusCode: 400 });
});
