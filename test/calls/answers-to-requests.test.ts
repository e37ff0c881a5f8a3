// What a request to an address of the API is answered before its call does any work, and the headers of every answer.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startInProcess, type Browser, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, type Person } from '../people.ts';
import { addToken } from '../programs.ts';
import { SEASON } from './season-school.ts';

const METRICS = 'a token for the metrics';
let product: InProcess;
let schoolId: string;
let person: Person;
let token: string;
beforeAll(async () => {
  product = await startInProcess({ METRICS_TOKEN: METRICS });
  ({ id: schoolId } = await addSchool(product.database, 'Home School'));
  person = await addPerson(product.database, { roles: { [schoolId]: 'admin' } });
  token = await addToken(product, person, { canWrite: true });
});
afterAll(() => product.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const signedIn = (): Browser => product.browser({ token: person.token! });
const program = (headers: Record<string, string> = {}): Browser =>
  product.browser({ headers: { authorization: `Bearer ${token}`, ...headers } });

async function answerTo(from: Browser, path: string, init: RequestInit = { method: 'POST' }) {
  product.pauses.length = 0;
  const answer = await from.request(path, init);
  const body: unknown = await answer.json();
  const told = path.startsWith('/api/rpc') ? (body as { json: unknown }).json : body;
  return {
    status: answer.status,
    headers: answer.headers,
    pauses: [...product.pauses],
    ...(told as { code?: string; message?: string }),
  };
}

describe('a request that reaches no call', () => {
  const rows: [what: string, from: () => Browser, path: string, init: RequestInit, expected: object][] = [
    ['to an unknown call', signedIn, '/api/rpc/teams/paint', { method: 'POST' }, { status: 404, code: 'NOT_FOUND', message: 'There is no such address.' }],
    ['of another site', () => product.browser({ headers: { origin: 'https://evil.example' } }), '/api/rpc/status/services', { method: 'POST' }, { status: 403, code: 'FORBIDDEN', message: 'This request comes from another site.' }],
    ['by GET from the web app', signedIn, '/api/rpc/status/services', {}, { status: 405, code: 'METHOD_NOT_SUPPORTED', message: 'Calls are POST requests.' }],
    ['by PUT from a program', program, '/api/v1/status/services', { method: 'PUT' }, { status: 405, code: 'METHOD_NOT_SUPPORTED', message: 'Calls are POST requests.' }],
    ['by GET from a program to a call that writes', program, '/api/v1/teams/add', {}, { status: 405, code: 'METHOD_NOT_SUPPORTED', message: 'Calls that write are POST requests.' }],
    ['with a session and a token', () => product.browser({ token: person.token!, headers: { authorization: `Bearer ${token}` } }), '/api/v1/teams/add', { method: 'POST' }, { status: 400, code: 'BAD_REQUEST', message: 'Send a session’s cookie or an access token, not both.' }],
    ['whose body isn’t JSON', signedIn, '/api/rpc/status/services', { method: 'POST', headers: JSON_TYPE, body: '{' }, { status: 400, code: 'BAD_REQUEST', message: 'The body of the request isn’t valid JSON.' }],
    ['whose JSON isn’t a call’s', signedIn, '/api/rpc/teams/add', { method: 'POST', headers: JSON_TYPE, body: '{"json":"x","meta":[[0]]}' }, { status: 400, code: 'BAD_REQUEST', message: 'The body of the request can’t be read.' }],
    ['whose body has another type', signedIn, '/api/rpc/status/services', { method: 'POST', headers: { 'content-type': 'text/plain; multipart/form-data' }, body: '{}' }, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }],
    ['with a form where no file is taken', signedIn, '/api/rpc/status/services', { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--' }, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' }],
    ['whose JSON is for a call that takes a file', signedIn, '/api/rpc/seasonFiles/preview', { method: 'POST', headers: JSON_TYPE, body: 'x'.repeat(200_001) }, { status: 413, code: 'PAYLOAD_TOO_LARGE', message: 'This is too large to send.' }],
  ]; // prettier-ignore
  test.each(rows)('%s says why', async (_what, from, path, init, expected) => {
    const answer = await answerTo(from(), path, init);
    expect(answer).toMatchObject(expected);
    expect(answer.headers.get('allow')).toBe(answer.status === 405 ? 'POST' : null);
  });

  test('without the length of its body is refused after a second, and one of exactly 200 kB is received', async () => {
    const chunked = { method: 'POST', headers: { 'transfer-encoding': 'chunked' } };
    expect(await answerTo(signedIn(), '/api/rpc/status/services', chunked)).toMatchObject({
      status: 411,
      code: 'LENGTH_REQUIRED',
      message: 'Send the body with a Content-Length header.',
      pauses: [1000],
    });
    const body = JSON.stringify({ json: null }).padEnd(200_000);
    const full = await answerTo(signedIn(), '/api/rpc/status/services', { method: 'POST', headers: JSON_TYPE, body });
    expect(full).toMatchObject({ status: 200, pauses: [] });
  });

  test('says how to sign in only to programs, and only if that is what is missing', async () => {
    const how = async (from: Browser, path: string) =>
      (await answerTo(from, path)).headers.get('www-authenticate') ?? 'nothing';
    expect(await how(product.browser(), '/api/v1/assignments/mine')).toBe('Bearer');
    expect(await how(product.browser(), '/api/rpc/assignments/mine')).toBe('nothing');
    expect(await how(product.browser(), '/api/v1/teams/paint')).toBe('nothing');
    expect(await how(program(), '/api/v1/assignments/mine')).toBe('nothing');
  });
});

test('a refusal says its reason, and in the log there is neither a token nor an address with secrets', async () => {
  const reader = product.browser({ headers: { authorization: `Bearer ${await addToken(product, person)}` } });
  const add = { method: 'POST', headers: JSON_TYPE, body: JSON.stringify({ schoolId }) };
  expect(await answerTo(reader, '/api/v1/teams/add', add)).toMatchObject({
    status: 403,
    message: 'This access token can only read.',
  });
  expect(await answerTo(program(), '/api/v1/session/accessTokens')).toMatchObject({
    status: 403,
    message: 'Access tokens can’t be used for this call.',
  });
  expect(JSON.stringify(product.logged)).not.toMatch(/courtside_pat_/);
});

test('a file comes by itself for programs, with its name and type, and in a form for the web app', async () => {
  const input = { schoolId, season: SEASON, format: 'tidy' };
  const ask = (body: unknown): RequestInit => ({ method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) });
  const alone = await program().request('/api/v1/seasonFiles/download', ask(input));
  expect([alone.status, alone.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/csv/)]);
  expect(alone.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.%-]+\.csv"$/);
  const inForm = await signedIn().request('/api/rpc/seasonFiles/download', ask({ json: input }));
  expect(inForm.headers.get('content-type')).toMatch(/^multipart\/form-data; ?boundary=/);
  const file = (await inForm.formData()).get('0') as File;
  expect(await file.text()).toBe(await alone.text());
});

test('every answer has each header once, its own in place of the shared ones', async () => {
  const { headers, status } = await answerTo(signedIn(), '/api/rpc/status/services');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'application/json',
    'no-store',
  ]);
  const limited = await answerTo(product.browser(), '/api/v1/assignments/mine');
  expect(limited.headers.get('cache-control')).toBe('no-store');
  expect(limited.headers.get('x-content-type-options')).toBe('nosniff');
});

test('the metrics count each answer once, within the time it took, and nothing that has ended is running', async () => {
  const told = async (): Promise<string> =>
    (await product.browser().request('/metrics', { headers: { authorization: `Bearer ${METRICS}` } })).text();
  const number = (text: string, name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  const before = await told();
  const started = performance.now();
  for (let sent = 0; sent < 5; sent += 1) await answerTo(signedIn(), '/api/rpc/status/services');
  const seconds = (performance.now() - started) / 1000;
  const after = await told();
  const counted = (name: string): number => number(after, name) - number(before, name);
  expect(counted('courtside_call_seconds_count')).toBe(5);
  expect(counted('courtside_call_seconds_sum')).toBeGreaterThan(0);
  expect(counted('courtside_call_seconds_sum')).toBeLessThanOrEqual(seconds);
  expect([before, after].map((text) => number(text, 'courtside_calls_running'))).toEqual([0, 0]);
});
