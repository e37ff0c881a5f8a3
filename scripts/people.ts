// `npm run people -- …`: commands for support staff. Lists them when run without arguments.
import { asksForHelp, helpText } from '#server/people/people.ts';
import { command, run } from './tools/database-command.ts';

await command(async (settings, args) => {
  if (asksForHelp(args)) console.log(helpText());
  else await run(settings, { what: 'people', args });
});
