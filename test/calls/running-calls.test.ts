// The number of calls in progress, in the metrics.
import { expect, test } from 'vitest';
import { startInProcess } from '../in-process.ts';
import { addPerson } from '../people.ts';

test('a call whose refusal cannot be logged is not in progress any more', async () => {
  const product = await startInProcess({ METRICS_TOKEN: 'a token for the metrics' });
  const { token = '' } = await addPerson(product.database);
  const { calls, request } = product.browser({ token });
  // The disk that holds the log is full for the moment of one line.
  product.logged.push = () => {
    Reflect.deleteProperty(product.logged, 'push');
    throw new Error('ENOSPC: no space left on device, write');
  };
  await expect(calls.users.list({})).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
  const metrics = await request('/metrics', { headers: { authorization: 'Bearer a token for the metrics' } });
  expect(await metrics.text()).toContain('courtside_calls_running 0\n');
  await product.close();
});
