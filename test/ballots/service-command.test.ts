// The command that starts the recognizer service: what it prints, and how it ends.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { launch } from '../../scripts/tools/product.ts';
import { eventually } from '../eventually.ts';

const KEY = 'a long key';

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
    await eventually(() => expect(printed()).toMatch(/listens on http:\S+\n/));
    const [address = ''] = /http:\S+/.exec(printed()) ?? [];
    expect((await fetch(address)).status).toBe(401);
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
