// `npm run restore -- FILE [--replace]`: fills the database that the settings name from a backup, in one step.
import { restoreFromFile } from '../src/server/backup/backup-file.ts';
import { CannotStart } from '../src/server/settings.ts';
import { command, printHashes, withDatabase } from './tools/database-command.ts';

await command(async (settings, args) => {
  const [file, ...more] = args.filter((arg) => arg !== '--replace');
  if (file === undefined || more.length > 0)
    throw new CannotStart('Say which backup: npm run restore -- FILE [--replace]');
  const replace = args.includes('--replace');
  printHashes(await withDatabase(settings, (database) => restoreFromFile(database, file, { replace })));
  console.log(`Restored from ${file}`);
});
