// A client in a separate process, so that measuring costs the measured processes nothing. Keeps its connections alive like
// a browser or a proxy. Forked by `startClient`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';

/** POST if there is a body, otherwise GET. */
export type Request = { path: string; body?: string; headers?: Record<string, string> };
export type Load = { url: string; requests: Request[]; connections: number };

const isForked = process.argv[2] === 'load-client';

async function send(agent: http.Agent, url: string, { path, body, headers = {} }: Request): Promise<number> {
  const from = performance.now();
  const method = body === undefined ? 'GET' : 'POST';
  const length =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const request = http.request(url + path, { agent, method, headers: { ...length, ...headers } });
  request.end(body);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer.setEncoding('utf8')) text += chunk as string;
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
  return performance.now() - from;
}

/** Each connection sends its share of the requests, one after the other. */
async function sendAll({ url, requests, connections }: Load): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const taken: number[] = [];
  const lane = async (first: number): Promise<void> => {
    for (let index = first; index < requests.length; index += connections) {
      taken.push(await send(agent, url, requests[index] as Request));
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => lane(index)));
  agent.destroy();
  return taken;
}

if (isForked) {
  process.once('disconnect', () => process.exit());
  process.on('message', (load: Load) => {
    void sendAll(load).then(
      (taken) => process.send?.({ taken }),
      (error: Error) => process.send?.({ error: error.message }),
    );
  });
}

export type LoadClient = {
  /** Sends the requests and returns how many milliseconds each took, in the order of the answers. */
  send(load: Load): Promise<number[]>;
  stop(): void;
};

export function startClient(): LoadClient {
  const child = fork(import.meta.filename, ['load-client']);
  return {
    send: async (load) => {
      child.send(load);
      const [{ taken, error }] = (await once(child, 'message')) as [{ taken: number[]; error?: string }];
      if (error !== undefined) throw new Error(error);
      return taken;
    },
    stop: () => child.kill(),
  };
}
