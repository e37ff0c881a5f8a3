// A TCP proxy that delays everything between a node and PostgreSQL.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Lets `server` listen in place of the database. Returns its URL and a function that closes it and its connections. */
export async function listenInPlaceOf(databaseUrl: string, server: Server, sockets: Set<Socket>) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    close: (): void => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

export async function startDelayingProxy(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let delayMs = 0;
  const pass = (from: Socket, to: Socket): void => {
    sockets.add(from);
    from.on('data', (chunk: Buffer) => {
      if (delayMs === 0) to.write(chunk);
      else setTimeout(() => to.write(chunk), delayMs).unref();
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer({ noDelay: true }, (socket) => {
    const onward = connect({ port: Number(target.port), host: target.hostname, noDelay: true });
    pass(socket, onward);
    pass(onward, socket);
  });
  return {
    ...(await listenInPlaceOf(databaseUrl, server, sockets)),
    /** Delays data by this long in each direction from now on. */
    delay: (ms: number): void => void (delayMs = ms),
  };
}
