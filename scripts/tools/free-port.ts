import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems take ports above these for connections and for servers that name none, so nothing else takes one of these by chance. */
const FIRST = 20_000;
const COUNT = 12_000;
const given = new Set<number>();

/** A TCP port on the loopback address that is free, for a program that can't choose one itself. */
export async function freePort(): Promise<number> {
  const port = FIRST + randomInt(COUNT);
  if (given.has(port)) return freePort();
  given.add(port);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
