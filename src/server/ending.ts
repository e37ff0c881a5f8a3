// How the server ends without breaking anything off: it takes on nothing new, answers what it has accepted, and says with
// each answer that the connection ends. Node's own close cuts idle connections at once, also one whose next request is on
// its way.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';

/** So long a connection on which nothing happens may still bring a request. A client with something to ask does it sooner. */
const GRACE_MS = 1000;
const LOOK_EVERY_MS = 50;
// The operator's 10 s less what closing the database takes.
const MAX_DRAIN_MS = 9000;

type Connection = {
  /** Requests under way. */
  running: number;
  /** Bytes read when the last request had been answered: when there are more, the next one is arriving. */
  read: number;
};

/**
 * Waits until the event loop has just looked for new connections and was quick about it: closing the door resets whoever
 * knocked since the last look.
 */
async function quietMoment(): Promise<void> {
  for (const deadline = performance.now() + 1000; performance.now() < deadline;) {
    const from = performance.now();
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() - from < 0.3) return;
  }
}

/** Watches the server's connections from its start. Gives what closes the door, which gives what ends the connections. */
export function watchConnections(server: Server): () => Promise<() => Promise<void>> {
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
      const look = setInterval(() => performance.now() > graceEnds && closeIdle(), LOOK_EVERY_MS);
      const cut = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, MAX_DRAIN_MS);
      await closed;
      clearInterval(look);
      clearTimeout(cut);
    };
  };
}
