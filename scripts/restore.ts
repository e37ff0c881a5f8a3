// `npm run restore -- FILE [--replace]`: fills the configured database from a backup, in one transaction.
import path from 'node:path';
import { CannotStart } from '../src/server/settings.ts';
import { command, run } from './tools/database-command.ts';

await command(async (settings, args) => {
  const [file, ...more] = args.filter((arg) => arg !== '--replace');
  if (file === undefined || more.length > 0) throw new CannotStart('Usage: npm run restore -- FILE [--replace]');
  const replace = args.includes('--replace');
  await run(settings, { what: 'restore', file: path.resolve(file), replace });
  console.log(`Restored from ${file}`);
});
