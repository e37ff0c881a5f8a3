// The people commands, independent of how they are called: takes the arguments and returns the text to print.
import { parseArgs } from 'node:util';
import type { Database } from '../database/database.ts';
import { PEOPLE_COMMANDS, type Given } from './commands.ts';
import { PeopleRefusal } from './find.ts';
import { STATUS_COMMANDS } from './status-commands.ts';

const COMMANDS = { ...PEOPLE_COMMANDS, ...STATUS_COMMANDS };

export type Printed = { text: string; failed: boolean };

export const helpText = (): string => {
  const rows = (commands: typeof COMMANDS) =>
    Object.values(commands).map(({ usage, what }) => `  ${usage.padEnd(46)} ${what}`);
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

/** The command and its arguments, or a refusal. Reads nothing from the database. */
function parse(args: string[]): { name: string; given: Given } {
  const options = { 'bcrypt-hash': { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new PeopleRefusal(`${(error as Error).message.split('. ')[0]}. Run the command without arguments for help.`);
  }
  const [name = '', ...words] = parsed.positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new PeopleRefusal(`There is no command "${name}". Run the command without arguments for help.`);
  const [fewest, most] = command.words;
  if (words.length < fewest || words.length > most) throw new PeopleRefusal(`Usage: ${command.usage}`);
  return { name, given: { words, bcryptHash: parsed.values['bcrypt-hash'], yes: parsed.values.yes } };
}

export const asksForHelp = (args: string[]): boolean =>
  args.length === 0 || args.includes('--help') || args[0] === 'help';

export async function runPeopleCommand(database: Database, args: string[]): Promise<Printed> {
  try {
    const { name, given } = parse(args);
    const text = (await COMMANDS[name]?.run(database, given)) ?? '';
    return { text, failed: false };
  } catch (error) {
    if (error instanceof PeopleRefusal) return { text: error.message, failed: true };
    throw error;
  }
}
