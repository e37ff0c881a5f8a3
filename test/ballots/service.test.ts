import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { AzureKeyCredential, DocumentAnalysisClient } from '@azure/ai-form-recognizer';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { launch } from '../../scripts/tools/product.ts';
import { recognitionLabel, SCORE_FIELDS } from '#ballot/form.ts';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { ReaderBusy, type BallotReader, type ReadBallot, UnreadableImage } from '#recognizer/ballot-reader.ts';
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

describe('the service with any reader', () => {
  const READ: ReadBallot = { image: { width: 30, height: 40 }, documents: [] };
  const MODEL = '/formrecognizer/documentModels/ballot';
  const VERSION = '?api-version=2023-07-31';
  const MINUTE_MS = 60_000;

  let close = async (): Promise<void> => {};
  afterEach(async () => {
    vi.useRealTimers();
    await close();
  });

  /** A service with a given reader, and functions to call it. */
  async function serve(reads: () => Promise<ReadBallot> = () => Promise.resolve(READ), publicUrl?: string) {
    const read = vi.fn<BallotReader['read']>(reads);
    const reader = { read, close: () => Promise.resolve() };
    const service = await serveRecognizer({ key: KEY, port: 0, host: '127.0.0.1', reader, publicUrl });
    close = service.close;
    const ask = (target: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${service.address}${target}`, {
        ...init,
        headers: { 'ocp-apim-subscription-key': KEY, ...(init.headers as Record<string, string>) },
      });
    const start = (body: string | Uint8Array<ArrayBuffer> = 'a photo', headers: Record<string, string> = {}) =>
      ask(`${MODEL}:analyze${VERSION}`, { method: 'POST', body, headers });
    /** Starts an analysis and returns the address of its result. */
    const started = async (): Promise<string> => {
      const answer = await start();
      expect(answer.status).toBe(202);
      // A client would otherwise wait 5 seconds for what is read in one.
      expect(answer.headers.get('retry-after')).toBe('1');
      const { pathname, search } = new URL(answer.headers.get('operation-location')!);
      return `${pathname}${search}`;
    };
    return { address: service.address, read, ask, start, started };
  }

  const codeOf = async (answer: Response): Promise<string> => {
    const { error } = (await answer.json()) as { error: { code: string } };
    return `${answer.status} ${error.code}`;
  };

  test('accepts any number of ballots while idle and drops the oldest finished results', async () => {
    const { read, ask, started } = await serve();
    const first = await started();
    const second = await started();
    for (let more = 0; more < 98; more += 1) await started();
    expect((await ask(first)).status).toBe(200);
    await started();
    expect(read).toHaveBeenCalledTimes(101);
    expect(await codeOf(await ask(first))).toBe('404 NotFound');
    expect((await ask(second)).status).toBe(200);
  });

  test('never drops a running analysis, and rejects a ballot unread while a hundred are running', async () => {
    const { read, ask, start, started } = await serve(() => new Promise(() => {}));
    const first = await started();
    for (let more = 0; more < 99; more += 1) await started();
    const refused = await start();
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await codeOf(refused)).toBe('429 429');
    expect(read).toHaveBeenCalledTimes(100);
    expect(await (await ask(first)).json()).toMatchObject({ status: 'running' });
  });

  test('answers 429 with Retry-After while the queue is full, and doesn’t store the ballot', async () => {
    const { read, start, started } = await serve();
    read.mockRejectedValue(new ReaderBusy());
    for (let more = 0; more < 101; more += 1) {
      const refused = await start();
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(await codeOf(refused)).toBe('429 429');
    }
    read.mockResolvedValue(READ);
    await started();
  });

  test('keeps a result for five minutes', async () => {
    const { ask, started } = await serve();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const place = await started();
    expect(await (await ask(place)).json()).toMatchObject({
      status: 'succeeded',
      analyzeResult: { modelId: 'ballot' },
    });
    vi.advanceTimersByTime(5 * MINUTE_MS - 1);
    expect((await ask(place)).status).toBe(200);
    vi.advanceTimersByTime(1);
    expect(await codeOf(await ask(place))).toBe('404 NotFound');
  });

  test('answers 404 for an unknown result', async () => {
    const { ask } = await serve();
    const place = `${MODEL}/analyzeResults/00000000-0000-4000-8000-000000000000${VERSION}`;
    expect(await codeOf(await ask(place))).toBe('404 NotFound');
  });

  test('accepts an image as base64', async () => {
    const { read, start } = await serve();
    const body = JSON.stringify({ base64Source: Buffer.from('a photo').toString('base64') });
    expect((await start(body, { 'content-type': 'application/json' })).status).toBe(202);
    expect(read).toHaveBeenCalledWith(Buffer.from('a photo'));
  });

  test.each(['{', 'null', '{"base64Source":1}', '{"urlSource":"http://127.0.0.1:1/"}'])(
    'refuses the JSON %s, which holds no image',
    async (body) => {
      const { read, start } = await serve();
      expect(await codeOf(await start(body, { 'content-type': 'application/json' }))).toBe('400 InvalidRequest');
      expect(read).not.toHaveBeenCalled();
    },
  );

  test.each(['with Content-Length', 'in chunks'])(
    'refuses a body that is too large, sent %s, with a sentence',
    async (how) => {
      const { read, ask, started } = await serve();
      const bytes = new Uint8Array(MAX_IMAGE_BYTES * 1.5);
      const target = `${MODEL}:analyze${VERSION}`;
      const sent = how === 'in chunks' ? { body: new Blob([bytes]).stream(), duplex: 'half' } : { body: bytes };
      const refused = await ask(target, { method: 'POST', ...sent });
      expect(refused.status).toBe(413);
      expect(await refused.json()).toEqual({ error: { code: 'InvalidContentLength', message: TOO_LARGE } });
      expect(read).not.toHaveBeenCalled();
      await started();
    },
  );

  test.each(['', '?api-version=2022-08-31'])('rejects other protocol versions: "%s"', async (version) => {
    const { ask } = await serve();
    expect(await codeOf(await ask(`${MODEL}:analyze${version}`, { method: 'POST' }))).toBe('400 InvalidRequest');
  });

  test('reveals nothing to callers without the key and reads nothing for them', async () => {
    const { read, ask, started } = await serve();
    const place = await started();
    for (const key of ['', 'a wrong key', `${KEY}s`]) {
      const headers = { 'ocp-apim-subscription-key': key };
      expect(await codeOf(await ask(place, { headers }))).toBe('401 401');
      const analyze = ask(`${MODEL}:analyze${VERSION}`, { method: 'POST', body: 'a photo', headers });
      expect(await codeOf(await analyze)).toBe('401 401');
    }
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('answers 404 for an unknown path only to callers with the key', async () => {
    const { ask } = await serve();
    expect(await codeOf(await ask('//', { headers: { 'ocp-apim-subscription-key': '' } }))).toBe('401 401');
    expect(await codeOf(await ask('//'))).toBe('404 NotFound');
    expect(await codeOf(await ask(`/formrecognizer${VERSION}`))).toBe('404 NotFound');
  });

  test('returns result URLs at the origin of the request, or at the public URL behind a proxy', async () => {
    const direct = await serve();
    const at = new URL((await direct.start()).headers.get('operation-location')!);
    expect(at.origin).toBe(direct.address);
    await close();
    const proxied = await serve(undefined, 'https://reader.example.org');
    const place = (await proxied.start()).headers.get('operation-location');
    expect(place).toMatch(
      /^https:\/\/reader\.example\.org\/formrecognizer\/documentModels\/ballot\/analyzeResults\/[\w-]{36}\?api-version=2023-07-31$/,
    );
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
    const refusal = new UnreadableImage('The image is damaged and cannot be opened.');
    read.mockRejectedValueOnce(refusal);
    await expect(node.read(Buffer.from('no photo'))).rejects.toEqual(refusal);
    await expect(node.read(new Uint8Array(MAX_IMAGE_BYTES * 1.5))).rejects.toBeInstanceOf(UnreadableImage);

    await service.close();
    proxy.close().closeAllConnections();
  });
});

test('the service reads one ballot per worker at the same time', async () => {
  let threads = 0;
  const count = (): void => {
    threads += 1;
  };
  process.on('worker', count);
  const service = await serveRecognizer({ key: KEY, port: 0, host: '127.0.0.1', workers: 2 });
  for (let sent = 0; sent < 3; sent += 1) {
    const target = `${service.address}/formrecognizer/documentModels/ballot:analyze?api-version=2023-07-31`;
    const headers = { 'ocp-apim-subscription-key': KEY };
    expect((await fetch(target, { method: 'POST', headers, body: photo })).status).toBe(202);
  }
  process.off('worker', count);
  expect(threads).toBe(2);
  await service.close();
});

describe('the command', () => {
  const command = [process.execPath, resolve(import.meta.dirname, '../../scripts/recognizer-service.ts')];
  const start = (settings: Record<string, string>) => launch({ dataDir: '', command, settings });

  test('exits with one sentence for a wrong setting, a missing key, or a port in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const starts = [
      { settings: { RECOGNIZER_KEY: KEY, PORT: 'abc' }, sentence: /^Invalid setting PORT .*\.\n$/ },
      { settings: { PORT: '0' }, sentence: /^Invalid setting RECOGNIZER_KEY .*\.\n$/ },
      { settings: { RECOGNIZER_KEY: KEY, PORT: String(port) }, sentence: /^Port \d+ is taken .*\.\n$/ },
    ];
    await Promise.all(
      starts.map(async ({ settings, sentence }) => {
        const { ended, printed } = start(settings);
        expect(await ended).toBe(1);
        expect(printed()).toMatch(sentence);
      }),
    );
    taken.close();
  });

  test('prints its address and exits on SIGTERM', async () => {
    const { child, ended, printed } = start({ RECOGNIZER_KEY: KEY, PORT: '0', RECOGNIZER_WORKERS: '2' });
    await vi.waitFor(() => expect(printed()).toMatch(/listens on http:\S+\n/), { timeout: 60_000, interval: 50 });
    const [address = ''] = /http:\S+/.exec(printed()) ?? [];
    expect((await fetch(address)).status).toBe(401);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
