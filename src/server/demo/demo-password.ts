// The password that everyone in the demo world shares.
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { factOf, rememberedFact } from '../database/facts.ts';
import type { Settings } from '../settings.ts';

const FACT = 'demo password';

export const makeDemoPassword = (database: Database, settings: Settings): Promise<string> =>
  settings.DEMO_PASSWORD === undefined
    ? rememberedFact(database, FACT, () => randomBytes(9).toString('base64url'))
    : Promise.resolve(settings.DEMO_PASSWORD);

/** The demo world's password, or undefined where there is no demo world. */
export async function demoPassword(database: Database, settings: Settings): Promise<string | undefined> {
  if (settings.NODE_ENV === 'production' || settings.DATABASE_URL !== undefined) return undefined;
  return settings.DEMO_PASSWORD ?? factOf(database.owner, FACT);
}
