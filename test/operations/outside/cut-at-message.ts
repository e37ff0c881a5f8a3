// A TCP proxy between a server and PostgreSQL that can cut one connection before or after a message, counted in both directions.
import { connect, createServer, type Socket } from 'node:net';
import { listenInPlaceOf } from './stand-between.ts';

export type Cut = { at: number; when: 'before' | 'after' };

export async function cutAtMessage(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let passed = 0;
  let cut: Cut | undefined;
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname);
    const end = (): void => {
      socket.destroy();
      onward.destroy();
    };
    const pass = (from: Socket, to: Socket): void => {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (message: Buffer) => {
        passed += 1;
        const isHere = cut?.at === passed;
        if (isHere && cut?.when === 'before') end();
        // The message arrives, and nothing after it.
        else if (isHere) to.end(message, () => from.destroy());
        else to.write(message);
      });
      from.on('error', end);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    };
    pass(socket, onward);
    pass(onward, socket);
  });
  return {
    ...(await listenInPlaceOf(databaseUrl, server, sockets)),
    /** Counts from here. */
    begin: (next?: Cut): void => {
      passed = 0;
      cut = next;
    },
    passed: (): number => passed,
  };
}
