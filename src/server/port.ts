// The port: is it free, and if not, what is there to do.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { CannotStart, type Settings } from './settings.ts';

type Address = Pick<Settings, 'HOST' | 'PORT'>;

/** What the person who starts the server can do about it; any other error stays as it is. */
export function cannotListen({ HOST, PORT }: Address, error: NodeJS.ErrnoException): Error {
  if (error.code === 'EADDRINUSE') {
    return new CannotStart(`Port ${PORT} is taken by another program. Stop that program, or set PORT to another port.`);
  }
  if (error.code !== 'EACCES' && error.code !== 'EADDRNOTAVAIL') return error;
  return new CannotStart(
    `The server may not listen on ${HOST} port ${PORT} (${error.code}). Set HOST and PORT to ones it may use.`,
  );
}

/** Says at once, and not only when the database is open, that nothing can listen there. */
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
