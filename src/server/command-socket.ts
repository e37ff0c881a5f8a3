// The embedded database belongs to one process. While that is the server, the commands ask it to do the work, through a
// socket in the data directory that only the directory's owner may open. With DATABASE_URL nothing of this is needed.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { backupToFile, restoreFromFile } from './backup/backup-file.ts';
import { formatHashes } from './backup/backup.ts';
import type { Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { runPeopleCommand, type Printed } from './people/people.ts';
import { CannotStart, type Settings } from './settings.ts';

/** `file` is a whole path: the server stands in another folder than whoever asks. */
export type Command =
  | { what: 'people'; args: string[] }
  | { what: 'backup'; file: string }
  | { what: 'restore'; file: string; replace: boolean };

const MAX_BYTES = 10_000;

/** A socket's name has room for about 100 letters, so the shorter of the two ways to say it is taken. */
function socketPath(settings: Settings): string {
  if (process.platform === 'win32') return String.raw`\\.\pipe\courtside${settings.DATA_DIR.replaceAll(/\W+/g, '-')}`;
  const whole = path.join(settings.DATA_DIR, 'commands.sock');
  const fromHere = path.relative(process.cwd(), whole);
  return fromHere.length < whole.length ? fromHere : whole;
}

/** Does what a command asks for, and gives what it is to print. */
export async function carryOut(database: Database, command: Command): Promise<Printed> {
  try {
    if (command.what === 'people') {
      await migrate(database);
      return await runPeopleCommand(database, command.args);
    }
    const { file } = command;
    const hashes =
      command.what === 'backup' ? await backupToFile(database, file) : await restoreFromFile(database, file, command);
    return { text: formatHashes(hashes), failed: false };
  } catch (error) {
    if (error instanceof CannotStart) return { text: error.message, failed: true };
    throw error;
  }
}

/** Answers the commands for as long as the server runs; returns how to stop. */
export async function answerCommands(database: Database, settings: Settings, log: Logger): Promise<() => void> {
  if (database.kind !== 'embedded') return () => {};
  const answer = async (asked: string): Promise<Printed> => {
    try {
      const command = JSON.parse(asked) as Command;
      const printed = await carryOut(database, command);
      // Not the words themselves: they name people, and may hold a hash.
      const name = command.what === 'people' ? command.args[0] : command.what;
      log.info({ event: 'command', command: name, failed: printed.failed }, 'A command ran');
      return printed;
    } catch (error) {
      log.error({ err: error }, 'A command failed unexpectedly');
      const why = error instanceof Error ? error.message : String(error);
      return { text: `It failed: ${why}\nThe log of the server says more.`, failed: true };
    }
  };
  const server = net.createServer({ allowHalfOpen: true }, (connection) => {
    let size = 0;
    connection.on('data', (part) => (size += part.length) > MAX_BYTES && connection.destroy());
    connection.on('error', () => connection.destroy());
    void text(connection)
      .then(answer)
      .then((printed) => connection.end(JSON.stringify(printed)))
      .catch(() => connection.destroy());
  });
  const file = socketPath(settings);
  // One that was left by a server that was killed; the directory's lock says that no other server is alive.
  if (process.platform !== 'win32') fs.rmSync(file, { force: true });
  const listening = new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  // Nobody else may open it, not even for the moment between its making and a later chmod.
  const before = process.umask(0o177);
  server.listen(file);
  process.umask(before);
  await listening.catch((error: unknown) =>
    log.warn({ err: error }, 'The commands of this data directory work only while the server is stopped'),
  );
  return () => void server.close();
}

/** Has a running server carry out the command; undefined when none runs on this data directory. */
export async function askRunningServer(settings: Settings, command: Command): Promise<Printed | undefined> {
  if (settings.DATABASE_URL !== undefined) return undefined;
  const connection = net.connect({ path: socketPath(settings), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => {
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!connected) return undefined;
  connection.end(JSON.stringify(command));
  return JSON.parse(await text(connection)) as Printed;
}
