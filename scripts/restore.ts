// `npm run restore -- FILE [--replace]`: fills the configured database from a backup, in one transaction.
import { statSync } from 'node:fs';
import { restoreFromFile } from '../src/server/backup/backup-file.ts';
import { formatHashes } from '../src/server/backup/backup.ts';
import { CannotStart } from '../src/server/settings.ts';
import { command, withDatabase } from './tools/database-command.ts';

await command('Nothing was restored.', async (settings, args) => {
  const [file, ...more] = args.filter((arg) => arg !== '--replace');
  if (file === undefined || file.startsWith('-') || more.length > 0)
    throw new CannotStart('Usage: npm run restore -- FILE [--replace]');
  // Before a database is created for it.
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() !== false)
    throw new CannotStart(`There is no file ${file}.`);
  const replace = args.includes('--replace');
  const hashes = await withDatabase(settings, { create: true }, (database) =>
    restoreFromFile(database, file, { replace }),
  );
  console.log(`${formatHashes(hashes)}\nRestored from ${file}`);
});
