// Values that all servers on one database share: the first server creates them, and they stay the same from then on.
import type { Database, Owner } from './database.ts';

export async function rememberedFact(database: Database, name: string, make: () => string): Promise<string> {
  await database.owner
    .insertInto('serverFacts')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await factOf(database.owner, name))!;
}

export async function factOf(owner: Owner, name: string): Promise<string | undefined> {
  const fact = await owner.selectFrom('serverFacts').select('value').where('name', '=', name).executeTakeFirst();
  return fact?.value;
}
