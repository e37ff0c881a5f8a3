// The recognizer service over HTTP, with a reader that the tests control.
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_IMAGE_BYTES, TOO_LARGE } from '#ballot/photo-file.ts';
import { ReaderBusy, type BallotReader, type ReadBallot } from '#recognizer/ballot-reader.ts';
import { serveRecognizer } from '#recognizer/serve/service.ts';

const KEY = 'a long key';

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
