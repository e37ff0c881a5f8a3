import { expect, test } from 'vitest';
import { startProduct } from '../../scripts/tools/product.ts';

test('a start that takes too long fails with what was printed, although a program that it started keeps the output open', async () => {
  // Like npm, which is killed before the server that it has started.
  const command = ['sh', '-c', 'echo Building the web app; sleep 20 & wait'];
  const starting = startProduct({ dataDir: '/nonexistent', command, readyWithinMs: 500 });
  await expect(starting).rejects.toThrow('It printed: Building the web app');
});
