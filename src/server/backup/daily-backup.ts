// Backs up the private PostgreSQL once a day while the server runs, and deletes the oldest backups. With DATABASE_URL, backups
// are the operator's; see the production guide.
import fs from 'node:fs';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import { everyTenMinutes } from '../every-ten-minutes.ts';
import type { Settings } from '../settings.ts';
import { backupName, backupToFile, isBackupName } from './backup-file.ts';

const DAY_MS = 86_400_000;

export const backupFolder = (settings: Settings): string => path.join(settings.DATA_DIR, 'backups');

const namesIn = (folder: string): string[] => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
const backupsIn = (folder: string): string[] => namesIn(folder).filter(isBackupName).toSorted();

/** Drafts of backups that were killed: at least a day old, so none is still being written. */
const draftsIn = (folder: string, now: Date): string[] =>
  namesIn(folder).filter(
    (name) => name.endsWith('.part') && fs.statSync(path.join(folder, name)).mtimeMs < now.getTime() - DAY_MS,
  );

/** Makes a backup if the newest is a day old, deletes those beyond the number to keep, and returns the new file. */
export async function backUpWhenDue(database: Database, settings: Settings, now: Date): Promise<string | undefined> {
  const folder = backupFolder(settings);
  // A clock that was set back leaves backups from the future, which don't count.
  const untilNow = () => backupsIn(folder).filter((name) => name <= backupName(now));
  if (untilNow().some((name) => name > backupName(new Date(now.getTime() - DAY_MS)))) return undefined;
  // First, because they may be what fills the disk.
  for (const name of draftsIn(folder, now)) fs.rmSync(path.join(folder, name), { force: true });
  const file = path.join(folder, backupName(now));
  await backupToFile(database, file);
  for (const name of untilNow().slice(0, -settings.BACKUP_KEEP)) fs.rmSync(path.join(folder, name));
  return file;
}

/** Checks every few minutes whether a backup is due. Returns a function that stops this. */
export function startDailyBackup(database: Database, settings: Settings, log: Logger): () => Promise<void> {
  if (settings.DATABASE_URL !== undefined || settings.BACKUP_KEEP === 0) return () => Promise.resolve();
  return everyTenMinutes(async () => {
    try {
      const file = await backUpWhenDue(database, settings, new Date());
      if (file !== undefined) log.info({ event: 'backup', file }, 'Backed up the database');
    } catch (error) {
      // A full disk must not stop the server. The operator watches for this line.
      log.error({ err: error }, 'The daily backup failed');
    }
  });
}
