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

/** The driver doesn't pass on what the browser logs, so each page collects it once it has loaded. */
const WATCH = `(() => {
  const report = (problem) => {
    const earlier = JSON.parse(sessionStorage.getItem('problems') ?? '[]');
    sessionStorage.setItem('problems', JSON.stringify([...earlier, problem]));
  };
  console.error = (...parts) => report(parts.join(' '));
  addEventListener('error', ({ message }) => report(message));
  addEventListener('unhandledrejection', ({ reason }) => report(String(reason)));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(violatedDirective + ' blocked ' + blockedURI));
})()`;
const TAKE_PROBLEMS = `(() => {
  const problems = JSON.parse(sessionStorage.getItem('problems') ?? '[]');
  sessionStorage.removeItem('problems');
  return problems;
})()`;

export async function startWebKit(): Promise<Driver> {
  const screen = await startScreen();
  const port = await freePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], () => undefined, { DISPLAY: screen.name });
  const ask = async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(START_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await vi.waitUntil(() => ask('GET', '/status').catch(() => undefined), { timeout: START_MS });
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', { capabilities: {} });
  const post = <Value>(path: string, body: object): Promise<Value> => ask('POST', `/session/${sessionId}${path}`, body);
  const evaluate = <Value>(expression: string): Promise<Value> =>
    post('/execute/sync', { script: `return (${expression})`, args: [] });
  return {
    open: async (url) => {
      await post('/url', { url });
      await evaluate(WATCH);
    },
    evaluate,
    perform: (actions) => post('/actions', { actions }),
    chooseFile: async (expression, path) => {
      const [element] = Object.values(await evaluate<Record<string, string>>(expression));
      await post(`/element/${element}/value`, { text: path });
    },
    resize: (width, height) => post('/window/rect', { width, height }),
    problems: () => evaluate(TAKE_PROBLEMS),
    close: async () => {
      await ask('DELETE', `/session/${sessionId}`);
      await driver.stop();
      await screen.stop();
    },
  };
}
