// `npm run backup [-- FILE]`: writes the configured database into one file.
import path from 'node:path';
import { backupName, backupToFile } from '../src/server/backup/backup-file.ts';
import { formatHashes } from '../src/server/backup/backup.ts';
import { backupFolder } from '../src/server/backup/daily-backup.ts';
import { CannotStart } from '../src/server/settings.ts';
import { command, withDatabase } from './tools/database-command.ts';

await command('No backup was made.', async (settings, args) => {
  const [file = path.join(backupFolder(settings), backupName(new Date())), ...more] = args;
  if (file.startsWith('-') || more.length > 0) throw new CannotStart('Usage: npm run backup [-- FILE]');
  const hashes = await withDatabase(settings, { create: false }, (database) => backupToFile(database, file));
  console.log(`${formatHashes(hashes)}\nBacked up to ${file}`);
});
