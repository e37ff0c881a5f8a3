// Starts server nodes on one PostgreSQL and calls them over HTTP.
import { startProduct, type Product, type Start } from '../../scripts/tools/product.ts';

/** How much longer things may take than on an idle machine, because of other tests and programs. TEST_PATIENCE=1 measures. */
const PATIENCE = Number(process.env['TEST_PATIENCE'] ?? 6);
export const patiently = (ms: number): number => ms * PATIENCE;

/** Starts a node in a separate process. It stores no data, so its directory doesn't exist. */
export const startNode = (databaseUrl: string, settings: Start['settings'] = {}): Promise<Product> =>
  startProduct({ dataDir: '/nonexistent', settings: { DATABASE_URL: databaseUrl, DATABASE_POOL: '5', ...settings } });

export type Answer = { status: number; ms: number; headers: Headers; body: unknown };

/** A call as the browser's client sends it. */
export const call = async (
  node: { url: string },
  name: string,
  input?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const from = performance.now();
  const answer = await fetch(`${node.url}/api/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ json: input }),
  });
  const text = await answer.text();
  const body: unknown = answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
  return { status: answer.status, ms: performance.now() - from, headers: answer.headers, body };
};

export const ready = async (node: { url: string }): Promise<Answer> => {
  const from = performance.now();
  const answer = await fetch(`${node.url}/ready`);
  return {
    status: answer.status,
    ms: performance.now() - from,
    headers: answer.headers,
    body: (await answer.json()) as unknown,
  };
};

/** Repeats a request until it has the wanted status. */
export const untilStatus = async (ask: () => Promise<Answer>, status: number, withinMs = 5000): Promise<void> => {
  const from = performance.now();
  for (;;) {
    const answer = await ask();
    const ms = performance.now() - from;
    if (answer.status === status) return;
    if (ms > patiently(withinMs)) throw new Error(`After ${Math.round(ms)} ms the answer is still ${answer.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
