// Values that all servers on one database share: the first server creates them, and they stay the same from then on.
import type { Database } from './database.ts';

export async function rememberedFact(database: Database, name: string, make: () => string): Promise<string> {
  await database.owner
    .insertInto('serverFacts')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const fact = await database.owner
    .selectFrom('serverFacts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return fact.value;
}
