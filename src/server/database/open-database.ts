// The database that the settings name.
import path from 'node:path';
import type { Settings } from '../settings.ts';
import { openEmbeddedDatabase, openPostgresDatabase, type Database } from './database.ts';

/** `patient` is for migrations and backups, which take longer than a request may. */
export function openDatabase(settings: Settings, patient = false): Promise<Database> {
  if (settings.DATABASE_URL === undefined) return openEmbeddedDatabase(path.join(settings.DATA_DIR, 'database'));
  const { DATABASE_URL: url, DATABASE_POOL: pool, DATABASE_PREPARE: prepare } = settings;
  return Promise.resolve(
    openPostgresDatabase(url, { pool, prepare: prepare === 'on', patient, listenUrl: settings.DATABASE_DIRECT_URL }),
  );
}
