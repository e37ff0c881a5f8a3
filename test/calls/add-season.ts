// Fills a new school with a season in a few statements, for tests and measurements of large seasons.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { PARTS } from '#metrics/scores.ts';
import { fill } from '../fill.ts';
import { scoresOf } from '../people.ts';

type Size = { season: string; rounds: number; judges: number; students: number };
const TEAMS = 10;
const ROUNDS_EACH = 4;
const SCORE = 7;

/** A school that keeps ballots: ten teams with four rounds a tournament, a full line-up a round. Returns its id. */
export async function addSeason(owner: Database['owner'], { season, rounds, judges, students }: Size): Promise<string> {
  const id = randomUUID();
  const school = sql`${id}::uuid`;
  const total = (SCORE * SCORE_FIELDS.length) / 2;
  const inOrder = (table: string) =>
    sql`(select id, row_number() over (order by id) - 1 as place from ${sql.table(table)} where school_id = ${school})`;
  await fill(
    owner,
    sql`insert into schools (id, name, short_name) values (${school}, ${`School ${id}`}, 'S')`,
    sql`insert into season_books (school_id, keeps_ballots) values (${school}, true)`,
    sql`insert into teams (school_id, name) select ${school}, 'Team ' || n from generate_series(1, ${TEAMS}::int) n`,
    sql`insert into students (school_id, name) select ${school}, 'Student ' || n from generate_series(1, ${students}::int) n`,
    sql`insert into tournaments (school_id, name, season) select ${school}, 'Tournament ' || n, ${season}
      from generate_series(1, ${Math.ceil(rounds / TEAMS / ROUNDS_EACH)}::int) n`,
    sql`insert into rounds (school_id, tournament_id, team_id, number, side)
      select ${school}, t.id, m.id, 1 + n / ${TEAMS}::int % ${ROUNDS_EACH}::int, 'p'
        from generate_series(0, ${rounds}::int - 1) n
          join ${inOrder('tournaments')} t on t.place = n / ${TEAMS * ROUNDS_EACH}::int
          join ${inOrder('teams')} m on m.place = n % ${TEAMS}::int`,
    sql`insert into round_parts (round_id, part, school_id, student_id)
      select r.id, part, ${school}, s.id
        from ${inOrder('rounds')} r cross join unnest(${PARTS}::text[]) with ordinality parts (part, at)
          join ${inOrder('students')} s on s.place = (r.place * ${PARTS.length}::int + at) % ${students}::int`,
    sql`insert into kept_ballots (school_id, round_id, number, source, p_total, d_total, unread)
      select ${school}, r.id, judge, 'typed', ${total}, ${total}, 0 from rounds r cross join generate_series(1, ${judges}::int) judge
        where r.school_id = ${school}`,
    sql`insert into ballot_scores (ballot_id, school_id, scores, comments)
      select id, ${school}, ${JSON.stringify(scoresOf(SCORE))}::jsonb, '{"p open": "Calm"}' from kept_ballots
        where school_id = ${school}`,
  );
  return id;
}
