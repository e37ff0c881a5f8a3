// `npm run people -- …`: the command line of support staff. Run without anything, it says what there is.
import { migrate } from '#server/database/migrate.ts';
import { asksForHelp, helpText, runPeopleCommand, type Printed } from '#server/people/people.ts';
import { askRunningServer } from '#server/people/socket.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { CannotStart, readSettings, type Settings } from '#server/settings.ts';

async function runHere(settings: Settings, args: string[]): Promise<Printed> {
  const database = await openDatabase(settings);
  try {
    await migrate(database);
    return await runPeopleCommand(database, args);
  } finally {
    await database.close();
  }
}

async function run(args: string[]): Promise<Printed> {
  if (asksForHelp(args)) return { text: helpText(), failed: false };
  const settings = readSettings();
  const running = settings.DATABASE_URL === undefined ? await askRunningServer(settings, args) : undefined;
  return running ?? runHere(settings, args);
}

try {
  const { text, failed } = await run(process.argv.slice(2));
  (failed ? console.error : console.log)(text);
  process.exitCode = failed ? 1 : 0;
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}
