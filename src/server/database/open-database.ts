// The database that the settings name: DATABASE_URL, or the private PostgreSQL in DATA_DIR.
import { openPrivatePostgres } from '../private-postgres/private-postgres.ts';
import type { Settings } from '../settings.ts';
import { openPostgresDatabase, type Database } from './database.ts';

type Use = {
  /** Only the product serves. Commands don't. */
  serves?: boolean;
  /** Whether to make a database in DATA_DIR if there is none. */
  create: boolean;
};

/** A PostgreSQL that runs, or that its operator will start. */
export type Place = Awaited<ReturnType<typeof reachDatabase>>;

export async function reachDatabase(settings: Settings, { serves = false, create }: Use) {
  const { DATABASE_URL, DATABASE_POOL: pool, DATABASE_PREPARE: prepare, DATA_DIR: dataDir } = settings;
  const { url, leave } =
    DATABASE_URL === undefined
      ? await openPrivatePostgres({ dataDir, serves, create, connections: pool, say: (line) => console.log(line) })
      : { url: DATABASE_URL, leave: () => Promise.resolve() };
  const listenUrl = DATABASE_URL === undefined ? url : settings.DATABASE_DIRECT_URL;
  return {
    /** `patient` is for migrations, backups and the cleanup, which take longer than a request may. */
    connect: (patient = false) => openPostgresDatabase(url, { pool, prepare: prepare === 'on', patient, listenUrl }),
    leave,
  };
}

/** Opens the database for a command, which may take long. `close` also stops a private PostgreSQL that nobody else uses. */
export async function openDatabase(settings: Settings, use: Use): Promise<Database> {
  const place = await reachDatabase(settings, use);
  const database = place.connect(true);
  return {
    ...database,
    close: async () => {
      await database.close();
      await place.leave();
    },
  };
}

/** The database as an operator knows it, without its password. */
export function databaseName({ DATABASE_URL: url, DATA_DIR: dataDir }: Settings): string {
  if (url === undefined) return dataDir;
  const { hostname, pathname } = new URL(url);
  return `${pathname.slice(1)} on ${hostname}`;
}
