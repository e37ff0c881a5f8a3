// `npm run tables`: writes the types of the tables, src/server/database/tables.ts, from a database that the migrations make.
import { writeFile } from 'node:fs/promises';
import { openPostgresDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startPostgres } from './tools/postgres.ts';
import { TABLES_FILE, tableTypes } from './tools/table-types.ts';

const postgres = await startPostgres();
const database = openPostgresDatabase(postgres.url, { pool: 1, prepare: true, patient: true });
await migrate(database);
await database.close();
await writeFile(TABLES_FILE, await tableTypes(postgres.url));
await postgres.stop();
