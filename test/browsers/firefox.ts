// Firefox ESR without a window, over WebDriver BiDi: https://w3c.github.io/webdriver-bidi
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { START_MS, startProgram, type Driver } from './driver.ts';

type Evaluated = { type: 'success'; result: { value?: unknown } } | { type: 'exception'; exceptionDetails: object };
type Message = { id?: number; method?: string; params?: { level?: string; text?: string }; result: unknown };

/** A connection on which commands get answers and `onEvent` the rest. */
async function connect(url: string, onEvent: (event: Message) => void) {
  const socket = new WebSocket(url);
  const waiting = new Map<number, (answer: Message) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data as string) as Message;
    if (message.id === undefined) onEvent(message);
    else waiting.get(message.id)?.(message);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', failed);
  });
  let commands = 0;
  return async <Result>(method: string, params: object = {}): Promise<Result> => {
    const id = (commands += 1);
    const answered = new Promise<Message>((answer) => waiting.set(id, answer));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, ...rest } = await answered;
    if (result === undefined) throw new Error(`${method}: ${JSON.stringify(rest)}`);
    return result as Result;
  };
}

/** What Firefox logs about the event stream, and about fonts that are still loading, when their page is left. */
const ABORTED =
  /^(The connection to|Firefox can’t establish a connection to the server at) \S+\/api\/events|^downloadable font: .* status=2152398850/;

export async function startFirefox(): Promise<Driver> {
  const profile = mkdtempSync(join(tmpdir(), 'courtside-firefox-'));
  let printed = '';
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const firefox = startProgram('firefox-esr', args, (text) => (printed += text));
  const address = () => /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1];
  await vi.waitUntil(address, { timeout: START_MS });

  const problems: string[] = [];
  const send = await connect(`${address()}/session`, ({ method, params }) => {
    const { level, text = '' } = params ?? {};
    if (method === 'log.entryAdded' && level === 'error' && !ABORTED.test(text)) problems.push(text);
  });
  await send('session.new', { capabilities: {} });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree');
  const context = contexts[0]?.context;
  const value = async (expression: string): Promise<{ value?: unknown; sharedId?: string }> => {
    const evaluated = await send<Evaluated>('script.evaluate', { expression, target: { context }, awaitPromise: true });
    if (evaluated.type === 'exception') throw new Error(JSON.stringify(evaluated.exceptionDetails));
    return evaluated.result;
  };
  return {
    open: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const { value: json } = await value(
        `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      );
      return JSON.parse(json as string) as unknown;
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    chooseFile: async (expression, path) =>
      send('input.setFiles', { context, element: { sharedId: (await value(expression)).sharedId }, files: [path] }),
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    problems: () => Promise.resolve(problems.splice(0)),
    close: async () => {
      await firefox.stop();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
