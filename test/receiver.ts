// A program that receives webhooks: a real HTTP server that checks each signature as receivers do, and answers as a test wants.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type Received = {
  id: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  message: { type: string; timestamp: string; data: Record<string, unknown> };
};
/** A status, or anything else that happens to a response. */
export type Behavior = number | ((response: ServerResponse) => void);

/** `answer` decides how to answer each message; all are recorded. */
export async function startReceiver(answer: (received: Received) => Behavior = () => 200) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const id = String(request.headers['webhook-id']);
      const each = {
        id,
        path: request.url ?? '',
        headers: request.headers,
        body,
        message: JSON.parse(body) as Received['message'],
      };
      received.push(each);
      const behavior = answer(each);
      if (typeof behavior === 'number') response.writeHead(behavior).end(`Answer ${behavior}`);
      else behavior(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Throws for a message that isn't signed with the secret. */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
