// Graceful shutdown: accepts no new connections, answers every accepted request, and closes each connection with its last
// answer. Node's own close cuts idle connections at once, including those whose next request is already on its way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

/**
 * How long idle connections stay open, for requests that are already on their way: longer than a proxy reuses an idle one
 * (docs/production.md).
 */
const GRACE_MS = 2000;
const CHECK_EVERY_MS = 50;
// 10 s in total, minus the time to close the database.
const MAX_DRAIN_MS = 9000;

type Connection = {
  /** Requests in progress. */
  running: number;
  /** Bytes read when the last request was answered. More bytes mean that the next request is arriving. */
  read: number;
};

/**
 * Waits for a short turn of the event loop, in which pending connections have just been accepted: closing the port resets
 * those that have not been.
 */
async function quietMoment(): Promise<void> {
  for (const deadline = performance.now() + 1000; performance.now() < deadline;) {
    const from = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - from < 0.3) return;
  }
}

/**
 * Tracks the server's connections. Returns a function that closes the port; that returns one that ends the connections, and tells how
 * many it had to cut off.
 */
export function watchConnections(server: Server): () => Promise<() => Promise<number>> {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { running: 0, read: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket);
    if (!connection) return;
    connection.running += 1;
    response.once('close', () => {
      connection.running -= 1;
      connection.read = socket.bytesRead;
    });
  });
  const closeIdle = (): void => {
    for (const [socket, { running, read }] of connections) {
      if (running === 0 && socket.bytesRead === read) socket.destroySoon();
    }
  };

  return async () => {
    await quietMoment();
    const closed = new Promise((resolve) => Server.prototype.close.call(server, resolve));
    const graceEnds = performance.now() + GRACE_MS;
    return async () => {
      const check = setInterval(() => performance.now() > graceEnds && closeIdle(), CHECK_EVERY_MS);
      let cutOff = 0;
      const cut = setTimeout(() => {
        cutOff = connections.size;
        for (const socket of connections.keys()) socket.destroy();
      }, MAX_DRAIN_MS);
      await closed;
      clearInterval(check);
      clearTimeout(cut);
      return cutOff;
    };
  };
}
