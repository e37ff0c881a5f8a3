// `npm run people -- …`: commands for support staff. Lists them when run without arguments.
import { migrate } from '#server/database/migrate.ts';
import { asksForHelp, helpText, peopleCommand } from '#server/people/people.ts';
import { command, withDatabase } from './tools/database-command.ts';

await command('It may not have taken effect.', async (settings, args) => {
  if (asksForHelp(args)) return console.log(helpText());
  const run = peopleCommand(args);
  const text = await withDatabase(settings, { create: false }, async (database) => {
    await migrate(database);
    return run(database);
  });
  console.log(text);
});
