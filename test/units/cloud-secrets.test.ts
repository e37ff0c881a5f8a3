// Where the cloud service's client sends its key or its token, and that it sends them nowhere else.
import { expect, test } from 'vitest';
import { photo as IMAGE } from '#test/ballots/bad-images.ts';
import {
  close,
  cloud,
  cloudTests,
  cloudWithToken,
  DOCUMENT,
  read,
  RESULT,
  RUNNING,
  serve,
  started,
  succeeded,
  type Answer,
} from './cloud-service.ts';

cloudTests();

test('a token is sent instead of the key, with the upload and each poll', async () => {
  const { origin, seen } = await serve([started()], [RUNNING, succeeded([DOCUMENT])], true);
  expect((await read(cloudWithToken(origin))).documents).toHaveLength(1);
  expect(seen.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET']);
  for (const { headers } of seen) {
    expect(headers.authorization).toBe('Bearer the token');
    expect(headers).not.toHaveProperty('ocp-apim-subscription-key');
  }
});

test('a rejected token is renewed once, and a second rejection is final', async () => {
  const claims = Buffer.from('{"access_token":{"nbf":{"essential":true}}}').toString('base64');
  const challenge: Answer = {
    status: 401,
    headers: { 'www-authenticate': `Bearer error="insufficient_claims", claims="${claims}"` },
  };
  const content = await serve([challenge, started()], [succeeded([DOCUMENT])], true);
  expect((await read(cloudWithToken(content.origin))).documents).toHaveLength(1);
  expect(content.seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  expect(content.seen[1]?.body).toEqual(IMAGE);
  close();
  const strict = await serve([challenge], [], true);
  await expect(read(cloudWithToken(strict.origin))).rejects.toThrow('does not accept this server’s key');
  expect(strict.seen).toHaveLength(2);
});

test('a token is never sent without TLS', async () => {
  const { origin, seen } = await serve([started()], [succeeded([DOCUMENT])]);
  await expect(read(cloudWithToken(origin))).rejects.toMatchObject({ name: 'ReaderFailed' });
  expect(seen).toEqual([]);
});

test('the key is sent only to the endpoint', async () => {
  const elsewhere = await serve([], [succeeded([DOCUMENT])]);
  const closeElsewhere = close;
  const hostile = { status: 202, headers: { 'operation-location': `${elsewhere.origin}${RESULT}` } };
  const { origin, seen } = await serve([hostile], []);
  await expect(read(cloud(origin))).rejects.toThrow('an address at another origin');
  expect(elsewhere.seen).toEqual([]);
  expect(seen).toHaveLength(1);
  closeElsewhere();
});

test('a redirect is not followed', async () => {
  const elsewhere = await serve([], [succeeded([DOCUMENT])]);
  const closeElsewhere = close;
  const { origin } = await serve([started()], [{ status: 307, headers: { location: `${elsewhere.origin}${RESULT}` } }]);
  await expect(read(cloud(origin))).rejects.toMatchObject({ name: 'ReaderFailed' });
  expect(elsewhere.seen).toEqual([]);
  closeElsewhere();
});
