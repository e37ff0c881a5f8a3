// The embedded database's directory: made whole or not at all, never made over anything else, and explained when it can't
// be opened.
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from '../settings.ts';

/** What every database directory holds. A foreign folder or a copy that was cut off lacks some of it. */
const PARTS = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact'];

const isMissingOrEmpty = (directory: string): boolean =>
  !fs.existsSync(directory) || fs.readdirSync(directory).length === 0;

const howToRestore = (directory: string): string =>
  `Backups are in ${path.join(path.dirname(directory), 'backups')}. To restore one, move ${directory} away, then run: npm run restore -- FILE`;

/** Makes sure that there is a database in the directory, and refuses a directory that holds something else. */
export async function ensureDatabaseIn(directory: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${directory}.new`;
  // Left by a first start that was killed. The directory's lock says that nobody else is making it.
  fs.rmSync(draft, { recursive: true, force: true });
  if (!isMissingOrEmpty(directory)) return refuseForeign(directory);
  fs.mkdirSync(draft, { recursive: true, mode: 0o700 });
  await make(draft);
  syncAll(draft);
  if (fs.existsSync(directory)) fs.rmdirSync(directory);
  fs.renameSync(draft, directory);
  syncEntry(path.dirname(directory));
}

function refuseForeign(directory: string): void {
  const missing = PARTS.filter((part) => !fs.existsSync(path.join(directory, part)));
  if (missing.length === 0) return;
  throw new CannotStart(
    `The folder ${directory} is not empty and not a whole database (${missing.join(', ')} missing), so nothing was changed in it. If it is not Courtside's, set DATA_DIR to another folder. ${howToRestore(directory)}`,
  );
}

/** The sentence for a database that is there but can't be opened. */
export const cannotOpen = (directory: string, error: unknown): CannotStart =>
  new CannotStart(
    `The database in ${directory} is damaged and can't be opened (${error instanceof Error ? error.message : String(error)}). ${howToRestore(directory)}`,
  );

/** Asks the disk to keep everything in the folder, once: faster than syncing each write while the database is made. */
function syncAll(folder: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    syncEntry(path.join(entry.parentPath, entry.name));
  }
  syncEntry(folder);
}

function syncEntry(file: string): void {
  // Windows can't open a directory to sync it.
  if (process.platform === 'win32' && fs.statSync(file).isDirectory()) return;
  const descriptor = fs.openSync(file, 'r');
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
