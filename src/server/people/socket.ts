// The embedded database belongs to one process. While that is the server, the people command reaches it through a socket
// in the data directory, which only the directory's owner may open. With DATABASE_URL nothing of this is needed.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { runPeopleCommand, type Printed } from './people.ts';

const MOST_BYTES = 10_000;

/** A socket's name has room for about 100 letters, so the shorter of the two ways to say it is taken. */
function socketPath(settings: Settings): string {
  if (process.platform === 'win32') return String.raw`\\.\pipe\courtside${settings.DATA_DIR.replaceAll(/\W+/g, '-')}`;
  const whole = path.join(settings.DATA_DIR, 'people.sock');
  const fromHere = path.relative(process.cwd(), whole);
  return fromHere.length < whole.length ? fromHere : whole;
}

/** Answers the people command for as long as the server runs; returns how to stop. */
export async function answerPeopleCommands(database: Database, settings: Settings, log: Logger): Promise<() => void> {
  if (database.kind !== 'embedded') return () => {};
  const file = socketPath(settings);
  const server = net.createServer({ allowHalfOpen: true }, (connection) => {
    let size = 0;
    connection.on('data', (part) => (size += part.length) > MOST_BYTES && connection.destroy());
    connection.on('error', () => connection.destroy());
    void answer(connection).catch((error: unknown) => {
      log.error({ err: error }, 'A people command failed unexpectedly');
      connection.end(JSON.stringify({ text: 'Something went wrong. The log of the server says what.', failed: true }));
    });
  });
  const answer = async (connection: net.Socket): Promise<void> => {
    const args = JSON.parse(await text(connection)) as string[];
    const printed = await runPeopleCommand(database, args);
    // Not the words themselves: they name people, and may hold a hash.
    log.info({ event: 'people command', command: args[0], failed: printed.failed }, 'A people command ran');
    connection.end(JSON.stringify(printed));
  };
  // One that was left by a server that was killed; the directory's lock says that no other server is alive.
  fs.rmSync(file, { force: true });
  const listening = new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  // Nobody else may open it, not even for the moment between its making and a later chmod.
  const before = process.umask(0o177);
  server.listen(file);
  process.umask(before);
  await listening.catch((error: unknown) =>
    log.warn({ err: error }, 'The people command works only while the server is stopped'),
  );
  return () => void server.close();
}

/** Has a running server carry out the command; undefined when none runs on this data directory. */
export async function askRunningServer(settings: Settings, args: string[]): Promise<Printed | undefined> {
  const connection = net.connect({ path: socketPath(settings), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => {
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!connected) return undefined;
  connection.end(JSON.stringify(args));
  return JSON.parse(await text(connection)) as Printed;
}
