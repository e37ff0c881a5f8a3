// `npm run backup [-- FILE]`: writes the configured database into one file.
import path from 'node:path';
import { backupName, backupToFile } from '../src/server/backup/backup-file.ts';
import { formatHashes } from '../src/server/backup/backup.ts';
import { backupFolder } from '../src/server/backup/daily-backup.ts';
import { command, withDatabase } from './tools/database-command.ts';

await command(async (settings, [file = path.join(backupFolder(settings), backupName(new Date()))]) => {
  const hashes = await withDatabase(settings, { create: false }, (database) => backupToFile(database, file));
  console.log(`${formatHashes(hashes)}\nBacked up to ${file}`);
});
