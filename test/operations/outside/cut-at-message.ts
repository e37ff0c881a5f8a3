// A TCP proxy between a server and PostgreSQL that can cut one connection before or after a message, counted in both directions, or do
// something else at that message.
import { connect, createServer, type Socket } from 'node:net';
import { listenInPlaceOf } from './delaying-proxy.ts';

export type Cut = { at: number; when: 'before' | 'after' } | { at: number; does: () => void };

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
        const here = cut?.at === passed ? cut : undefined;
        if (here && 'does' in here) here.does();
        if (!here || 'does' in here) to.write(message);
        else if (here.when === 'before') end();
        // The message arrives, and nothing after it.
        else to.end(message, () => from.destroy());
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
