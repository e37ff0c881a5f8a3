// Fills a new school with a season in a few statements, for tests and measurements of large seasons.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { PARTS } from '#metrics/scores.ts';
import { scoresOf } from '../people.ts';

type Size = { season: string; rounds: number; judges: number; students: number };
const TEAMS = 10;
const ROUNDS_EACH = 4;

/** A school that keeps ballots: ten teams with four rounds a tournament, a full line-up a round. Returns its id. */
export async function addSeason(owner: Database['owner'], { season, rounds, judges, students }: Size): Promise<string> {
  const id = randomUUID();
  const school = sql`${id}::uuid`;
  const inOrder = (table: string) =>
    sql`(select id, row_number() over (order by id) - 1 as place from ${sql.table(table)} where school_id = ${school})`;
  await owner
    .insertInto('schools')
    .values({ id, name: `School ${id}`, shortName: 'S' })
    .execute();
  await owner.insertInto('seasonBooks').values({ schoolId: id, keepsBallots: true }).execute();
  await sql`insert into teams (school_id, name)
    select ${school}, 'Team ' || n from generate_series(1, ${TEAMS}::int) n`.execute(owner);
  await sql`insert into students (school_id, name)
    select ${school}, 'Student ' || n from generate_series(1, ${students}::int) n`.execute(owner);
  await sql`insert into tournaments (school_id, name, season) select ${school}, 'Tournament ' || n, ${season}
    from generate_series(1, ${Math.ceil(rounds / TEAMS / ROUNDS_EACH)}::int) n`.execute(owner);
  await sql`insert into rounds (school_id, tournament_id, team_id, number, side)
    select ${school}, t.id, m.id, 1 + n / ${TEAMS}::int % ${ROUNDS_EACH}::int, 'p'
      from generate_series(0, ${rounds}::int - 1) n
        join ${inOrder('tournaments')} t on t.place = n / ${TEAMS * ROUNDS_EACH}::int
        join ${inOrder('teams')} m on m.place = n % ${TEAMS}::int`.execute(owner);
  await sql`insert into round_parts (round_id, part, school_id, student_id)
    select r.id, part, ${school}, s.id
      from ${inOrder('rounds')} r cross join unnest(${PARTS}::text[]) with ordinality parts (part, at)
        join ${inOrder('students')} s on s.place = (r.place * ${PARTS.length}::int + at) % ${students}::int`.execute(
    owner,
  );
  await sql`insert into kept_ballots (school_id, round_id, number, source)
    select ${school}, r.id, judge, 'typed' from rounds r cross join generate_series(1, ${judges}::int) judge
      where r.school_id = ${school}`.execute(owner);
  await sql`insert into ballot_scores (ballot_id, school_id, scores, comments)
    select id, ${school}, ${JSON.stringify(scoresOf(7))}::jsonb, '{"p open": "Calm"}' from kept_ballots
      where school_id = ${school}`.execute(owner);
  return id;
}
