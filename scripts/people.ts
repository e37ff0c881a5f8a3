// `npm run people -- …`: commands for support staff. Lists them when run without arguments.
import { migrate } from '#server/database/migrate.ts';
import { asksForHelp, helpText, mistakeIn, runPeopleCommand } from '#server/people/people.ts';
import { CannotStart } from '#server/settings.ts';
import { command, withDatabase } from './tools/database-command.ts';

await command('It may not have taken effect.', async (settings, args) => {
  if (asksForHelp(args)) return console.log(helpText());
  const mistake = mistakeIn(args);
  if (mistake !== undefined) throw new CannotStart(mistake);
  const { text, failed } = await withDatabase(settings, { create: false }, async (database) => {
    await migrate(database);
    return runPeopleCommand(database, args);
  });
  if (failed) throw new CannotStart(text);
  console.log(text);
});
