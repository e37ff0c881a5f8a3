// The recognizer service for those who use it: the official client, and a server of this app through a TLS proxy.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { resolve } from 'node:path';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AzureKeyCredential, DocumentAnalysisClient } from '@azure/ai-form-recognizer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { MAX_IMAGE_BYTES } from '#ballot/photo-file.ts';
import { type BallotReader, UnreadableImage } from '#recognizer/ballot-reader.ts';
import { readBallot } from '#recognizer/read-ballot.ts';
import { type RecognizerService, serveRecognizer } from '#recognizer/serve/service.ts';
import { openCloud } from '#server/recognition/cloud.ts';

const KEY = 'a long key';
const photo = readFileSync(new URL('fixtures/letter-photo.jpg', import.meta.url));

describe('the service with its own reader', () => {
  let service: RecognizerService;
  beforeAll(async () => {
    service = await serveRecognizer({ key: KEY, port: 0, host: '127.0.0.1' });
  });
  afterAll(() => service.close());

  const client = (key: string): DocumentAnalysisClient =>
    new DocumentAnalysisClient(service.address, new AzureKeyCredential(key), {
      allowInsecureConnection: true,
      retryOptions: { maxRetries: 0 },
    });

  test('reads a ballot for the official client exactly as the local reader does', async () => {
    const poller = await client(KEY).beginAnalyzeDocument('ballot', photo);
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

  test('fails an unreadable image with a message for the person who uploaded it', async () => {
    const poller = client(KEY).beginAnalyzeDocument('ballot', Buffer.from('GIF89a and so on'));
    await expect(poller.then((started) => started.pollUntilDone())).rejects.toThrow(/GIF/);
  });

  test('rejects a wrong key', async () => {
    await expect(client('another').beginAnalyzeDocument('ballot', photo)).rejects.toMatchObject({ statusCode: 401 });
  });

  test('never fetches a URL', async () => {
    const poller = client(KEY).beginAnalyzeDocumentFromUrl('ballot', 'http://127.0.0.1:1/secret');
    await expect(poller).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('the service as the reader of a server', () => {
  const certificate = (name: string): string =>
    readFileSync(resolve(import.meta.dirname, '../operations/outside/certificates', name), 'utf8');

  test('accepts and rejects ballots through a TLS proxy exactly like a local reader', async () => {
    setDefaultCACertificates([...getCACertificates(), certificate('authority.pem')]);
    let inside = '';
    const secured = { key: certificate('localhost.key'), cert: certificate('localhost.pem') };
    const proxy = createSecureServer(secured, (request, response) => {
      const { method, url, headers } = request;
      const forwarded = httpRequest(`${inside}${url}`, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      });
      // The service may close the connection while a rejected body is still being sent.
      request.pipe(forwarded.on('error', () => request.unpipe(forwarded)));
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    const publicUrl = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const read = vi.fn<BallotReader['read']>();
    const reader = { read, close: () => Promise.resolve() };
    const service = await serveRecognizer({ key: KEY, port: 0, host: '127.0.0.1', publicUrl, reader });
    inside = service.address;
    const node = openCloud({ endpoint: publicUrl, model: 'any', key: KEY });

    const form = { form: 'letter', confidence: 0.9, fields: { 'P Opening': { value: 9, confidence: 0.98 } } };
    read.mockResolvedValueOnce({ image: { width: 30, height: 40 }, documents: [form] });
    expect(await node.read(Buffer.from('a photo'))).toEqual({
      image: { width: 30, height: 40 },
      documents: [{ ...form, form: 'any:letter' }],
    });
    // What a sheet's code says, and why a page is refused, travel too.
    const code = { sheet: 'kentucky', version: 1, page: 1, schoolId: null, roundId: null, judge: 2 };
    const refused = { form: '', confidence: 0, fields: {}, refusal: 'Photos of this sheet can’t be read yet.' };
    read.mockResolvedValueOnce({ image: { width: 30, height: 40 }, documents: [{ ...form, code }, refused] });
    expect((await node.read(Buffer.from('a sheet'))).documents).toEqual([
      { ...form, form: 'any:letter', code },
      { ...refused, form: 'any:' },
    ]);
    const refusal = new UnreadableImage('The image is damaged and cannot be opened.');
    read.mockRejectedValueOnce(refusal);
    await expect(node.read(Buffer.from('no photo'))).rejects.toEqual(refusal);
    await expect(node.read(new Uint8Array(MAX_IMAGE_BYTES * 1.5))).rejects.toBeInstanceOf(UnreadableImage);

    await service.close();
    proxy.close().closeAllConnections();
  });
});

test('the service reads one ballot per worker at the same time, and refuses other files before that', async () => {
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  const service = await serveRecognizer({ key: KEY, port: 0, host: '127.0.0.1', workers: 2 });
  const send = async (body: Buffer<ArrayBuffer>): Promise<void> => {
    const target = `${service.address}/formrecognizer/documentModels/ballot:analyze?api-version=2023-07-31`;
    const headers = { 'ocp-apim-subscription-key': KEY };
    expect((await fetch(target, { method: 'POST', headers, body })).status).toBe(202);
  };
  await send(Buffer.from('GIF89a'));
  expect(threads).toBe(0);
  for (let sent = 0; sent < 3; sent += 1) await send(photo);
  process.off('worker', count);
  expect(threads).toBe(2);
  await service.close();
});
