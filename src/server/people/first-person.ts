// An installation without a demo world starts without people, and only a command can add the first.
import type { Database } from '../database/database.ts';

const HINT = `Nobody can sign in yet. Add yourself as a database manager, who may do everything, and invite the others in the app:

  npm run people -- add you@example.org Your Name
  npm run people -- grant you@example.org db-manager
`;

/** How to add the first person, or an empty text once there is one. */
export async function firstPersonHint({ owner }: Database): Promise<string> {
  const anyone = await owner.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return anyone ? '' : HINT;
}
