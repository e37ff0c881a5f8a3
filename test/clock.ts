// Sets the clock of a test in which days pass. The server takes the time from its database, whose `now()` and
// `clock_timestamp()` are functions of the schema `clock` here: the search path, a setting of the database, finds them before
// PostgreSQL's own.
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';

export type Clock = {
  /** Lets time pass, such as `8 hours`. */
  forward(interval: string): Promise<void>;
  /** Sets the time, such as `2026-11-01T05:59:00Z`. */
  set(at: string): Promise<void>;
  now(): Promise<Date>;
};

/** Sets the database's search path, which isn't copied with the database. */
export const useClockIn = (name: string): string =>
  `alter database ${name} set search_path = public, clock, pg_catalog`;

/** For a new database, before its migrations. */
export const CLOCK = `
  create schema clock;
  create table clock.ahead (by interval not null);
  insert into clock.ahead values ('0');
  create function clock.now() returns timestamptz language sql stable as
    $$ select pg_catalog.now() + by from clock.ahead $$;
  create function clock.clock_timestamp() returns timestamptz language sql as
    $$ select pg_catalog.clock_timestamp() + by from clock.ahead $$;
  grant usage on schema clock to public;
  grant select on clock.ahead to public`;

/** Gives the clock to functions with a search path of their own. After each restore too, which creates them again. */
export async function giveClockToFunctions({ owner }: Pick<Database, 'owner'>): Promise<void> {
  await sql`do $$
    declare own text;
    begin
      for own in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace
          and exists (select from unnest(proconfig) setting where setting like 'search_path=public%') loop
        execute format('alter function %s set search_path = public, clock, pg_catalog, pg_temp', own);
      end loop;
    end $$`.execute(owner);
}

/** Lets time pass, once work that no answer waits for is done. */
export function clockOf({ owner, settled }: Pick<Database, 'owner' | 'settled'>): Clock {
  return {
    forward: async (interval) => {
      await settled();
      await sql`update clock.ahead set by = by + ${interval}::interval`.execute(owner);
    },
    set: async (at) => {
      await settled();
      await sql`update clock.ahead set by = ${at}::timestamptz - pg_catalog.now()`.execute(owner);
    },
    now: async () => {
      const { rows } = await sql<{ now: Date }>`select clock.now() as now`.execute(owner);
      return rows[0]!.now;
    },
  };
}
