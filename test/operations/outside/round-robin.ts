// A balancer for a machine without nginx: it goes round the nodes, and gives only what a node never took on to the next.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Outcome = 'answered' | 'not taken' | 'broken';

function forward(port: number, request: http.IncomingMessage, body: Buffer, response: http.ServerResponse) {
  return new Promise<Outcome>((resolve) => {
    const { method, headers, url } = request;
    const options = { port, host: '127.0.0.1', path: url, method, headers, agent: false } as http.RequestOptions;
    const onward = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response).on('finish', () => resolve('answered'));
      answer.on('error', () => response.destroy());
    });
    onward.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'not taken' : 'broken'));
    onward.end(body);
  });
}

export async function startRoundRobin(nodes: number[]): Promise<{ url: string; stop(): Promise<void> }> {
  let turn = 0;
  const goRound = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    turn += 1;
    for (const nth of nodes.keys()) {
      const port = nodes[(turn + nth) % nodes.length] ?? 0;
      const outcome = await forward(port, request, Buffer.concat(chunks), response);
      if (outcome === 'answered') return;
      if (outcome === 'broken') break;
    }
    response.writeHead(502).end();
  };
  const balancer = http.createServer((request, response) => void goRound(request, response)).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    stop: async () => {
      balancer.close();
      balancer.closeAllConnections();
      await once(balancer, 'close');
    },
  };
}
