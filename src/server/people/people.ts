// The people commands, independent of how they are called: takes the arguments and returns the text to print.
import { parseArgs } from 'node:util';
import type { Database } from '../database/database.ts';
import { CannotStart } from '../settings.ts';
import { PEOPLE_COMMANDS, type Command } from './commands.ts';
import { STATUS_COMMANDS } from './status-commands.ts';

export const helpText = (): string => {
  const rows = (commands: readonly Command[]) => commands.map(({ usage, what }) => `  ${usage.padEnd(46)} ${what}`);
  return [
    'Usage: npm run people -- COMMAND',
    '',
    'People:',
    ...rows(PEOPLE_COMMANDS),
    '',
    'The status page:',
    ...rows(STATUS_COMMANDS),
    '',
    'The server may be running.',
  ].join('\n');
};

export const asksForHelp = (args: string[]): boolean =>
  args.length === 0 || args.includes('--help') || args[0] === 'help';

/** Runs a command, and returns the text to print. Refuses wrong arguments before the database is needed. */
export function peopleCommand(args: string[]): (database: Database) => Promise<string> {
  const options = { 'bcrypt-hash': { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CannotStart(`${(error as Error).message.split('. ')[0]}. Run the command without arguments for help.`);
  }
  const [name = '', ...words] = parsed.positionals;
  const command = [...PEOPLE_COMMANDS, ...STATUS_COMMANDS].find(({ usage }) => usage.split(' ')[0] === name);
  if (!command) throw new CannotStart(`There is no command "${name}". Run the command without arguments for help.`);
  const [fewest, most] = command.words;
  if (words.length < fewest || words.length > most) throw new CannotStart(`Usage: ${command.usage}`);
  const given = { words, bcryptHash: parsed.values['bcrypt-hash'], yes: parsed.values.yes };
  return (database) => command.run(database, given);
}
