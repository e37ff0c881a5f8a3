// `npm run move -- to postgres://…` copies the embedded database to a PostgreSQL, and `npm run move -- from postgres://…`
// copies a PostgreSQL to the embedded database. The source doesn't change. Both are compared row by row.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backupToFile, restoreFromFile } from '../src/server/backup/backup-file.ts';
import { hashOfAll, formatHashes } from '../src/server/backup/backup.ts';
import { migrate } from '../src/server/database/migrate.ts';
import { CannotStart, readSettings } from '../src/server/settings.ts';
import { command, withDatabase } from './tools/database-command.ts';

await command(async (settings, args) => {
  const replace = args.includes('--replace');
  const [direction, url, ...more] = args.filter((arg) => arg !== '--replace');
  if ((direction !== 'to' && direction !== 'from') || url === undefined || more.length > 0) {
    throw new CannotStart(
      'Usage: npm run move -- to postgres://… [--replace], or: npm run move -- from postgres://… [--replace]',
    );
  }
  const embedded = { ...settings, DATABASE_URL: undefined };
  const postgres = { ...settings, DATABASE_URL: readSettings({ DATABASE_URL: url }).DATABASE_URL };
  const [source, target] = direction === 'to' ? [embedded, postgres] : [postgres, embedded];
  const folder = mkdtempSync(path.join(tmpdir(), 'courtside-move-'));
  try {
    const file = path.join(folder, 'everything.jsonl.gz');
    const sent = await withDatabase(source, async (database) => {
      await migrate(database);
      return backupToFile(database, file);
    });
    const arrived = await withDatabase(target, (database) => restoreFromFile(database, file, { replace }));
    console.log(formatHashes(arrived));
    if (hashOfAll(sent) !== hashOfAll(arrived)) throw new Error('The two databases differ.');
    console.log(
      `Moved ${direction} PostgreSQL: all rows are equal. The ${direction === 'to' ? 'embedded database' : 'PostgreSQL'} is unchanged.`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
