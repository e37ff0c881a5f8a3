// `npm run people -- …`: the command line of support staff. Run without anything, it says what there is.
import { asksForHelp, helpText } from '#server/people/people.ts';
import { command, run } from './tools/database-command.ts';

await command(async (settings, args) => {
  if (asksForHelp(args)) console.log(helpText());
  else await run(settings, { what: 'people', args });
});
