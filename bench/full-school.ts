// Measures how long it takes to delete and restore a school with full lists and a large season book on PostgreSQL:
// `node scripts/launch.js bench/full-school.ts`. Exits with 1 if a call fails, as it does after 30 seconds.
import { sql } from 'kysely';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { openPostgresDatabase } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { startInProcess } from '../test/in-process.ts';
import { addPerson, callsAs, scoresOf } from '../test/people.ts';

const ROUNDS = Number(process.argv[2] ?? 3000);
const IN_LIST = 2000;

const postgres = await startPostgres();
const database = openPostgresDatabase(postgres.url, { pool: 5, prepare: true, patient: true });
await migrate(database);
const { owner } = database;
const product = await startInProcess({}, database);
const manager = await addPerson(database, { dbManager: true });

/** People, teams, students and tournaments, 20 rounds per tournament, 11 parts and 2 ballots per round. */
async function fillSchool(): Promise<string> {
  const { id } = await owner
    .insertInto('schools')
    .values({ name: 'Full School', shortName: 'FS' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const school = sql`${id}::uuid`;
  const numbered = sql`generate_series(1, ${IN_LIST}::int) as number`;
  await owner.insertInto('seasonBooks').values({ schoolId: id, keepsBallots: true }).execute();
  await sql`with added as (
      insert into users (email, name) select number || '@full.test', 'Person ' || number from ${numbered} returning id)
    insert into users_schools (user_id, school_id, role) select id, ${school}, 'viewer' from added`.execute(owner);
  for (const list of ['teams', 'students', 'tournaments'])
    await sql`insert into ${sql.table(list)} (school_id, name) select ${school}, 'Name ' || number from ${numbered}`.execute(
      owner,
    );
  const entries = (list: string) => sql`(select id, row_number() over (order by id) as number from ${sql.table(list)})`;
  await sql`insert into rounds (school_id, tournament_id, team_id, number, side)
    select ${school}, tournament.id, team.id, 1 + round % 20, 'p'
      from generate_series(0, ${ROUNDS}::int - 1) as round
        join ${entries('tournaments')} as tournament on tournament.number = 1 + round / 20
        join ${entries('teams')} as team on team.number = tournament.number`.execute(owner);
  await sql`insert into round_parts (round_id, part, school_id, student_id)
    select round.id, part, ${school}, student.id
      from ${entries('rounds')} as round
        cross join unnest(array['open', 'close', 'direct1', 'direct2', 'direct3', 'cross1', 'cross2', 'cross3', 'witness1',
          'witness2', 'witness3']) with ordinality as parts (part, place)
        join ${entries('students')} as student
          on student.number = 1 + (round.number * 11 + place) % ${IN_LIST}::int`.execute(owner);
  await sql`insert into kept_ballots (school_id, round_id, number, source)
    select ${school}, rounds.id, ballot, 'typed' from rounds cross join generate_series(1, 2) as ballot`.execute(owner);
  await sql`insert into ballot_scores (ballot_id, school_id, scores, comments)
    select id, ${school}, ${JSON.stringify(scoresOf(7))}::jsonb, '{"p open": "Calm"}' from kept_ballots`.execute(owner);
  return id;
}

async function measure(what: string, call: () => Promise<unknown>): Promise<void> {
  const from = performance.now();
  const failure = await call().then(
    () => '',
    (error: unknown) => String(error),
  );
  if (failure !== '') process.exitCode = 1;
  console.log(`${what.padEnd(18)} ${Math.round(performance.now() - from)} ms ${failure}`);
}

const id = await fillSchool();
await sql`vacuum analyze`.execute(owner);
const { schools, deletedRecords } = callsAs(product, manager);
for (const time of ['', ' again']) {
  await measure(`delete${time}`, () => schools.remove({ schoolId: id }));
  // As PostgreSQL does by itself within a minute or two.
  await sql`vacuum analyze`.execute(owner);
  await measure(`restore${time}`, () => deletedRecords.restore({ id }));
}
await schools.remove({ schoolId: id });
await measure('delete for good', () => deletedRecords.deleteForGood({ id }));
await product.close();
await postgres.stop();
