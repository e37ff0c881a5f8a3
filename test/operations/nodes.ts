// Server nodes on one PostgreSQL, and what a client sees of them: plain calls over HTTP.
import { startProduct, type Product, type Start } from '../../scripts/tools/product.ts';

/** A node of its own process. It has no data of its own, so its directory is only a name. */
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

/** Asks again and again, and gives how long it took until the answer was as wished. */
export const untilStatus = async (ask: () => Promise<Answer>, status: number, withinMs: number): Promise<number> => {
  const from = performance.now();
  for (;;) {
    const answer = await ask();
    const ms = performance.now() - from;
    if (answer.status === status) return ms;
    if (ms > withinMs) throw new Error(`After ${Math.round(ms)} ms the answer is still ${answer.status}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
