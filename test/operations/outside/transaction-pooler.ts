// A pooler in transaction mode between nodes and PostgreSQL, like PgBouncer: each transaction of a client runs on any of
// a few connections, so session state is lost after each transaction. Uses TLS if it has a certificate.
import { connect, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { listenInPlaceOf } from './delaying-proxy.ts';

/** A message of PostgreSQL's protocol: a type letter (except in the first message), its length, its contents. */
type Message = { kind: string; whole: Buffer };
type Backend = { socket: Socket; client: Client | null; broken: boolean };
type Client = { socket: Socket; backend: Backend | null; waiting: Buffer[]; unanswered: number };

const SSL_REQUEST = 80_877_103;
/** Messages that PostgreSQL answers with "ready for query": a simple query, and the sync behind an extended one. */
const ASKS = new Set(['Q', 'S']);
const IDLE = 'I'.charCodeAt(0);

/** Reassembles whole messages from chunks of any size. */
const reader = (handle: (message: Message) => void, lettered = true) => {
  let rest = Buffer.alloc(0);
  return (chunk: Buffer): void => {
    rest = Buffer.concat([rest, chunk]);
    for (const head = lettered ? 1 : 0; rest.length >= head + 4;) {
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      const whole = rest.subarray(0, end);
      rest = rest.subarray(end);
      handle({ kind: lettered ? String.fromCharCode(whole[0] ?? 0) : '', whole });
    }
  };
};

export type Pooler = {
  url: string;
  close(): void;
  /** Transactions that ran on another connection than the client's last one. */ moved(): number;
};

export async function startTransactionPooler(
  databaseUrl: string,
  { connections, secured }: { connections: number; secured?: { key: string; cert: string } },
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const backends: Backend[] = [];
  const queue: Client[] = [];
  const lastOf = new Map<Client, Backend>();
  let greeting: Buffer | undefined;
  let moved = 0;

  const serve = (): void => {
    while (queue.length > 0) {
      const free = backends.filter(({ client, broken }) => client === null && !broken);
      // The connection that was idle longest, so that a client seldom gets the same one again.
      const backend = free[0];
      const client = backend && queue.shift();
      if (!backend || !client) return;
      backends.push(...backends.splice(backends.indexOf(backend), 1));
      if (lastOf.get(client) !== backend && lastOf.has(client)) moved += 1;
      lastOf.set(client, backend);
      backend.client = client;
      client.backend = backend;
      for (const message of client.waiting.splice(0)) backend.socket.write(message);
    }
  };

  const openBackend = async (startup: Buffer): Promise<void> => {
    const socket = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    sockets.add(socket);
    const backend: Backend = { socket, client: null, broken: false };
    const hello: Buffer[] = [];
    socket.on('error', () => {});
    await new Promise<void>((resolve) => {
      let ready = false;
      const hear = ({ kind, whole }: Message): void => {
        if (!ready) {
          hello.push(whole);
          if (kind !== 'Z') return;
          ready = true;
          greeting ??= Buffer.concat(hello);
          backends.push(backend);
          resolve();
          return;
        }
        const { client } = backend;
        client?.socket.write(whole);
        if (kind !== 'Z' || !client) return;
        client.unanswered -= 1;
        if (client.unanswered > 0 || whole[5] !== IDLE) return;
        client.backend = null;
        backend.client = null;
        serve();
      };
      socket.on('data', reader(hear));
      socket.write(startup);
    });
  };

  let opening: Promise<unknown> | undefined;
  const converse = (socket: Socket): void => {
    const client: Client = { socket, backend: null, waiting: [], unanswered: 0 };
    const ask = reader(({ kind, whole }) => {
      if (kind === 'X') return;
      if (ASKS.has(kind)) client.unanswered += 1;
      if (client.backend) client.backend.socket.write(whole);
      else {
        client.waiting.push(whole);
        if (client.waiting.length === 1) queue.push(client);
        serve();
      }
    });
    const start = reader(({ whole }) => {
      socket.off('data', start);
      socket.on('data', ask);
      opening ??= Promise.all(Array.from({ length: connections }, () => openBackend(whole)));
      void opening.then(() => socket.write(greeting ?? ''));
    }, false);
    socket.on('data', start);
    socket.on('close', () => {
      // Closes the connection of a transaction that nobody will finish.
      if (client.backend) client.backend.broken = true;
      client.backend?.socket.destroy();
    });
  };

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (!secured) {
      converse(socket);
      return;
    }
    socket.once('data', (request: Buffer) => {
      if (request.readUInt32BE(4) !== SSL_REQUEST) {
        socket.destroy();
        return;
      }
      socket.write('S');
      const safe = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(secured) });
      safe.on('error', () => {});
      converse(safe);
    });
  });
  return { ...(await listenInPlaceOf(databaseUrl, server, sockets)), moved: () => moved };
}
