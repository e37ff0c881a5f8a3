// The ports that this machine's programs listen on: whether one is free, and what to do if it is not.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { CannotStart, type Settings } from './settings.ts';

type Address = Pick<Settings, 'HOST' | 'PORT'>;

/** Explains errors that the operator can fix. Other errors are returned unchanged. */
export function cannotListen({ HOST, PORT }: Address, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') {
    return new CannotStart(
      `Port ${PORT} is taken by another program. Stop that program, or set PORT to a different port.`,
    );
  }
  if (error.code !== 'EACCES' && error.code !== 'EADDRNOTAVAIL') return error;
  return new CannotStart(
    `The server can’t listen on ${HOST} port ${PORT} (${error.code}). Set HOST and PORT to an address it can use.`,
  );
}

/** Fails before the slow start of the database if the port can't be used. */
export async function expectFreePort(settings: Address): Promise<void> {
  const probe = createServer().listen(settings.PORT, settings.HOST);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw cannotListen(settings, error as NodeJS.ErrnoException);
  } finally {
    probe.close();
  }
}

/** A port of the loopback address that nobody uses. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
