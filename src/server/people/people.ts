// The people commands, independent of how they are called: takes the arguments and returns the text to print.
import { parseArgs } from 'node:util';
import type { Database } from '../database/database.ts';
import { PEOPLE_COMMANDS, type Command, type Given } from './commands.ts';
import { PeopleRefusal } from './find.ts';
import { STATUS_COMMANDS } from './status-commands.ts';

const nameOf = ({ usage }: Command): string | undefined => usage.split(' ')[0];

export type Printed = { text: string; failed: boolean };

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

/** The command and its arguments, or a refusal. Reads nothing from the database. */
function parse(args: string[]): { command: Command; given: Given } {
  const options = { 'bcrypt-hash': { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new PeopleRefusal(`${(error as Error).message.split('. ')[0]}. Run the command without arguments for help.`);
  }
  const [name = '', ...words] = parsed.positionals;
  const command = [...PEOPLE_COMMANDS, ...STATUS_COMMANDS].find((each) => nameOf(each) === name);
  if (!command) throw new PeopleRefusal(`There is no command "${name}". Run the command without arguments for help.`);
  const [fewest, most] = command.words;
  if (words.length < fewest || words.length > most) throw new PeopleRefusal(`Usage: ${command.usage}`);
  return { command, given: { words, bcryptHash: parsed.values['bcrypt-hash'], yes: parsed.values.yes } };
}

/** What is wrong with the command or the number of its arguments. The database isn't needed for that. */
export function mistakeIn(args: string[]): string | undefined {
  try {
    parse(args);
    return undefined;
  } catch (error) {
    if (error instanceof PeopleRefusal) return error.message;
    throw error;
  }
}

export const asksForHelp = (args: string[]): boolean =>
  args.length === 0 || args.includes('--help') || args[0] === 'help';

export async function runPeopleCommand(database: Database, args: string[]): Promise<Printed> {
  try {
    const { command, given } = parse(args);
    return { text: await command.run(database, given), failed: false };
  } catch (error) {
    if (error instanceof PeopleRefusal) return { text: error.message, failed: true };
    throw error;
  }
}
