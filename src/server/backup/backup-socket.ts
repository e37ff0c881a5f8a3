// The embedded database belongs to one process. While that is the server, the backup and restore commands ask it to do the
// work, through a socket in the data directory that only the directory's owner may open.
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { CannotStart, type Settings } from '../settings.ts';
import { backupToFile, restoreFromFile } from './backup-file.ts';
import type { TableHash } from './backup.ts';

/** `file` is a whole path: the server stands in another folder than whoever asks. */
export type Wish = { what: 'backup'; file: string } | { what: 'restore'; file: string; replace: boolean };
type Outcome = { hashes: TableHash[] } | { refusal: string };

const MOST_BYTES = 10_000;

/** A socket's name has room for about 100 letters, so the shorter of the two ways to say it is taken. */
function socketPath(settings: Settings): string {
  if (process.platform === 'win32')
    return String.raw`\\.\pipe\courtside-backup${settings.DATA_DIR.replaceAll(/\W+/g, '-')}`;
  const whole = path.join(settings.DATA_DIR, 'backup.sock');
  const fromHere = path.relative(process.cwd(), whole);
  return fromHere.length < whole.length ? fromHere : whole;
}

export const fulfil = (database: Database, wish: Wish): Promise<TableHash[]> =>
  wish.what === 'backup' ? backupToFile(database, wish.file) : restoreFromFile(database, wish.file, wish);

/** Answers the backup and restore commands for as long as the server runs; returns how to stop. */
export async function answerBackupCommands(database: Database, settings: Settings, log: Logger): Promise<() => void> {
  if (database.kind !== 'embedded') return () => {};
  const answer = async (asked: string): Promise<Outcome> => {
    try {
      const wish = JSON.parse(asked) as Wish;
      const hashes = await fulfil(database, wish);
      log.info({ event: wish.what, file: wish.file }, 'A backup command ran');
      return { hashes };
    } catch (error) {
      if (error instanceof CannotStart) return { refusal: error.message };
      log.error({ err: error }, 'A backup command failed');
      return { refusal: `It failed: ${error instanceof Error ? error.message : String(error)}` };
    }
  };
  const server = net.createServer({ allowHalfOpen: true }, (connection) => {
    let size = 0;
    connection.on('data', (part) => (size += part.length) > MOST_BYTES && connection.destroy());
    connection.on('error', () => connection.destroy());
    void text(connection)
      .then(answer)
      .then((outcome) => connection.end(JSON.stringify(outcome)))
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
    log.warn({ err: error }, 'Backup commands work only while the server is stopped'),
  );
  return () => void server.close();
}

/** Has a running server do it; undefined when none runs on this data directory. */
export async function askRunningServer(settings: Settings, wish: Wish): Promise<TableHash[] | undefined> {
  if (settings.DATABASE_URL !== undefined) return undefined;
  const connection = net.connect({ path: socketPath(settings), allowHalfOpen: true });
  const connected = await new Promise<boolean>((resolve) => {
    connection.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });
  if (!connected) return undefined;
  connection.end(JSON.stringify(wish));
  const outcome = JSON.parse(await text(connection)) as Outcome;
  if ('refusal' in outcome) throw new CannotStart(outcome.refusal);
  return outcome.hashes;
}
