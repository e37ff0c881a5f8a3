// Only one process can use the embedded database. While the server runs, commands send it their work through a socket in the
// data directory, which only the directory's owner can open. With DATABASE_URL, commands connect to the database directly.
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

/** `file` is an absolute path, because the server's working directory may differ from the command's. */
export type Command =
  | { what: 'people'; args: string[] }
  | { what: 'backup'; file: string }
  | { what: 'restore'; file: string; replace: boolean };

const MAX_BYTES = 10_000;

/** Socket paths are limited to about 100 characters, so this returns the shorter of the absolute and the relative path. */
function socketPath(settings: Settings): string {
  if (process.platform === 'win32') return String.raw`\\.\pipe\courtside${settings.DATA_DIR.replaceAll(/\W+/g, '-')}`;
  const absolute = path.join(settings.DATA_DIR, 'commands.sock');
  const relative = path.relative(process.cwd(), absolute);
  return relative.length < absolute.length ? relative : absolute;
}

/** Executes a command and returns the text to print. */
export async function executeCommand(database: Database, command: Command): Promise<Printed> {
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

/** Answers commands while the server runs. Returns a function that stops this. */
export async function answerCommands(database: Database, settings: Settings, log: Logger): Promise<() => void> {
  if (database.kind !== 'embedded') return () => {};
  const answer = async (asked: string): Promise<Printed> => {
    try {
      const command = JSON.parse(asked) as Command;
      const printed = await executeCommand(database, command);
      // The arguments are not logged: they name people and may contain a password hash.
      const name = command.what === 'people' ? command.args[0] : command.what;
      log.info({ event: 'command', command: name, failed: printed.failed }, 'A command ran');
      return printed;
    } catch (error) {
      log.error({ err: error }, 'A command failed unexpectedly');
      const why = error instanceof Error ? error.message : String(error);
      return { text: `The command failed: ${why}\nSee the server’s log for details.`, failed: true };
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
  // A killed server leaves its socket behind. The directory's lock guarantees that no other server is running.
  if (process.platform !== 'win32') fs.rmSync(file, { force: true });
  const listening = new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject));
  // Set before the socket exists, so that it is never open to others.
  const before = process.umask(0o177);
  server.listen(file);
  process.umask(before);
  await listening.catch((error: unknown) =>
    log.warn({ err: error }, 'Commands for this data directory only work while the server is stopped'),
  );
  return () => void server.close();
}

/** Sends the command to the running server. Returns undefined if no server uses this data directory. */
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
