// WebKitGTK's MiniBrowser on a virtual screen, over WebDriver: https://www.w3.org/TR/webdriver2
import { vi } from 'vitest';
import { freePort } from '../../scripts/tools/free-port.ts';
import { START_MS, startProgram, type Driver } from './driver.ts';

/** Starts a virtual screen on a free display and returns its name. */
async function startScreen() {
  let display = '';
  const args = ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const screen = startProgram('Xvfb', args, (text) => (display += text));
  await vi.waitUntil(() => /^\d+\n/m.test(display), { timeout: START_MS });
  return { name: `:${Number.parseInt(display, 10)}`, stop: screen.stop };
}

export async function startWebKit(): Promise<Driver> {
  const screen = await startScreen();
  const port = await freePort();
  let printed = '';
  // Without a graphics card and as root, the sandbox and the accelerated compositor can't work.
  const env = { DISPLAY: screen.name, LIBGL_ALWAYS_SOFTWARE: '1' };
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], (text) => (printed += text), env);
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await vi.waitUntil(() => ask('GET', '/status').catch(() => undefined), { timeout: START_MS });
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { args: ['--automation', '--enable-write-console-messages-to-stdout=true'] },
      },
    },
  });
  const post = <Value>(path: string, body: object): Promise<Value> => ask('POST', `/session/${sessionId}${path}`, body);
  const evaluate = <Value>(expression: string): Promise<Value> =>
    post('/execute/sync', { script: `return (${expression})`, args: [] });
  return {
    open: (url) => post('/url', { url }),
    evaluate,
    perform: (actions) => post('/actions', { actions }),
    chooseFile: async (expression, path) => {
      const [element] = Object.values(await evaluate<Record<string, string>>(expression));
      await post(`/element/${element}/value`, { text: path });
    },
    resize: (width, height) => post('/window/rect', { width, height }),
    problems: () => printed.split('\n').filter((line) => /CONSOLE (?:\w+ )*ERROR/.test(line)),
    close: async () => {
      await ask('DELETE', `/session/${sessionId}`);
      await driver.stop();
      await screen.stop();
    },
  };
}
