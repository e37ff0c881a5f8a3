// The people command line, whichever way it is reached: what was typed goes in, what is to be printed comes out.
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
    'It may run while the server runs.',
  ].join('\n');
};

/** What was typed, or a refusal. Nothing is read from the database for it. */
function understand(args: string[]): { name: string; given: Given } {
  const options = { 'bcrypt-hash': { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
  let parsed;
  try {
    parsed = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new PeopleRefusal(`${(error as Error).message.split('. ')[0]}. Run it without anything for help.`);
  }
  const [name = '', ...words] = parsed.positionals;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new PeopleRefusal(`There is no command "${name}". Run it without anything for help.`);
  const [fewest, most] = command.words;
  if (words.length < fewest || words.length > most) throw new PeopleRefusal(`Usage: ${command.usage}`);
  return { name, given: { words, bcryptHash: parsed.values['bcrypt-hash'], yes: parsed.values.yes } };
}

export const asksForHelp = (args: string[]): boolean =>
  args.length === 0 || args.includes('--help') || args[0] === 'help';

export async function runPeopleCommand(database: Database, args: string[]): Promise<Printed> {
  try {
    const { name, given } = understand(args);
    const text = (await COMMANDS[name]?.run(database, given)) ?? '';
    return { text, failed: false };
  } catch (error) {
    if (error instanceof PeopleRefusal) return { text: error.message, failed: true };
    throw error;
  }
}
