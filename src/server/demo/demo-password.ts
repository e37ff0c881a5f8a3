// The password that everyone in the demo world shares.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { factOf, rememberedFact } from '../database/facts.ts';
import type { Settings } from '../settings.ts';

const FACT = 'demo password';

/** A demo world keeps its first password: a `DEMO_PASSWORD` that is set later opens nothing. */
export const makeDemoPassword = (database: Database, { DEMO_PASSWORD }: Settings): Promise<string> =>
  rememberedFact(database, FACT, () => DEMO_PASSWORD ?? randomBytes(9).toString('base64url'));

/** The demo world's password, or undefined where there is no demo world. */
export async function demoPassword(database: Database, settings: Settings): Promise<string | undefined> {
  if (settings.NODE_ENV === 'production' || settings.DATABASE_URL !== undefined) return undefined;
  return factOf(database.owner, FACT);
}
