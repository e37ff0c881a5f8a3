// `npm run backup [-- FILE]`: writes everything into one file, of the database that the settings name.
import path from 'node:path';
import { backupName, backupToFile } from '../src/server/backup/backup-file.ts';
import { backupFolder } from '../src/server/backup/daily-backup.ts';
import { command, printHashes, withDatabase } from './tools/database-command.ts';

await command(async (settings, [file = path.join(backupFolder(settings), backupName(new Date()))]) => {
  printHashes(await withDatabase(settings, (database) => backupToFile(database, file)));
  console.log(`Backed up to ${file}`);
});
