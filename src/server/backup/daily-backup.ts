// The embedded database is backed up once a day while the server runs, and the oldest backups make room for new ones.
// A PostgreSQL has its operator's own backups; see the production guide.
import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { backupName, backupToFile, isBackupName } from './backup-file.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 600_000;
// Not among the first things that a server does.
const FIRST_LOOK_MS = 60_000;

export const backupFolder = (settings: Settings): string => path.join(settings.DATA_DIR, 'backups');

const backupsIn = (folder: string): string[] =>
  fs.existsSync(folder) ? fs.readdirSync(folder).filter(isBackupName).toSorted() : [];

/** Makes a backup when the newest is a day old, removes those beyond the number to keep, and says what it made. */
export async function backUpWhenDue(database: Database, settings: Settings, now: Date): Promise<string | undefined> {
  const folder = backupFolder(settings);
  // A clock that jumped back leaves backups of the future behind: they do not count, and time goes on from here.
  const untilNow = () => backupsIn(folder).filter((name) => name <= backupName(now));
  if (untilNow().some((name) => name > backupName(new Date(now.getTime() - DAY_MS)))) return undefined;
  const file = path.join(folder, backupName(now));
  await backupToFile(database, file);
  for (const name of untilNow().slice(0, -settings.BACKUP_KEEP)) fs.rmSync(path.join(folder, name));
  return file;
}

/** Looks every few minutes whether a backup is due, and returns how to stop that. */
export function startDailyBackup(database: Database, settings: Settings, log: Logger): () => Promise<void> {
  if (database.kind !== 'embedded' || settings.BACKUP_KEEP === 0) return () => Promise.resolve();
  let running: Promise<void> = Promise.resolve();
  const backUp = async () => {
    try {
      const file = await backUpWhenDue(database, settings, new Date());
      if (file !== undefined) log.info({ event: 'backup', file }, 'Backed up the database');
    } catch (error) {
      // A full disk must not stop the server; the operator finds this line.
      log.error({ err: error }, 'The daily backup failed');
    }
  };
  const look = () => {
    running = running.then(backUp);
  };
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const every = setInterval(look, LOOK_EVERY_MS).unref();
  return () => {
    clearTimeout(first);
    clearInterval(every);
    return running;
  };
}
