// `npm run backup [-- FILE]`: writes the configured database into one file.
import path from 'node:path';
import { backupName } from '../src/server/backup/backup-file.ts';
import { backupFolder } from '../src/server/backup/daily-backup.ts';
import { command, run } from './tools/database-command.ts';

await command(async (settings, [file = path.join(backupFolder(settings), backupName(new Date()))]) => {
  await run(settings, { what: 'backup', file: path.resolve(file) });
  console.log(`Backed up to ${file}`);
});
