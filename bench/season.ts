// What the pages of the season book ask the server for, timed in one process: 50 schools with 300 ballots each.
// `npm run bench:season`, on a PostgreSQL of its own or on that of TEST_POSTGRES_URL.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { seasonOf } from '#contract/seasons.ts';
import { PARTS } from '#metrics/scores.ts';
import { startPostgres } from '../scripts/tools/postgres.ts';
import { startInProcess } from '#test/in-process.ts';
import { addPerson, callsAs } from '#test/people.ts';

const SCHOOLS = 50;
const TOURNAMENTS = 5;
const TEAMS = 5;
const ROUNDS = 4;
const JUDGES = 3;
const STUDENTS = 60;
const REPEATS = 30;
const LIMIT_MS = 100;
const PAUSE_MS = 10_000;

const postgres = process.env['TEST_POSTGRES_URL'] === undefined ? await startPostgres({ durable: true }) : undefined;
if (postgres) process.env['TEST_POSTGRES_URL'] = postgres.url;
const product = await startInProcess();
const { owner } = product.database;

console.log(`${SCHOOLS} schools with ${TOURNAMENTS * TEAMS * ROUNDS * JUDGES} ballots each`);
await sql`with school as (
    insert into schools (name, short_name) select 'School ' || n, 'S' || n from generate_series(1, ${SCHOOLS}) n returning id),
  book as (insert into season_books (school_id, keeps_ballots) select id, true from school)
  select 1`.execute(owner);
await sql`insert into teams (school_id, name) select s.id, 'Team ' || n from schools s, generate_series(1, ${TEAMS}) n`.execute(
  owner,
);
await sql`insert into students (school_id, name) select s.id, 'Student ' || n from schools s, generate_series(1, ${STUDENTS}) n`.execute(
  owner,
);
await sql`insert into tournaments (school_id, name) select s.id, 'Tournament ' || n from schools s, generate_series(1, ${TOURNAMENTS}) n`.execute(
  owner,
);
await sql`insert into rounds (school_id, tournament_id, team_id, number, side)
  select t.school_id, t.id, team.id, n, case n % 2 when 0 then 'p' else 'd' end
    from tournaments t join teams team on team.school_id = t.school_id, generate_series(1, ${ROUNDS}) n`.execute(owner);
await sql`insert into round_parts (round_id, part, school_id, student_id)
  select r.id, part.name, r.school_id, (select s.id from students s where s.school_id = r.school_id
      order by md5(s.id::text || r.team_id::text || part.at) limit 1)
    from rounds r, unnest(${[...PARTS]}::text[]) with ordinality as part (name, at)`.execute(owner);
await sql`insert into kept_ballots (school_id, round_id, number, source)
  select r.school_id, r.id, n, 'typed' from rounds r, generate_series(1, ${JUDGES}) n`.execute(owner);
await sql`insert into ballot_scores (ballot_id, school_id, scores)
  select b.id, b.school_id, (select jsonb_object_agg(field, 5 + abs(hashtext(b.id::text || field)) % 6)
      from unnest(${[...SCORE_FIELDS]}::text[]) field)
    from kept_ballots b`.execute(owner);
await sql`analyze`.execute(owner);

const { rows: schools } = await sql<{ id: string; roundId: string }>`
  select distinct on (s.id) s.id, r.id as round_id from schools s join rounds r on r.school_id = s.id`.execute(owner);
const season = seasonOf(new Date());
const people = new Map<string, ReturnType<typeof callsAs>>();
for (const { id } of schools)
  people.set(id, callsAs(product, await addPerson(product.database, { roles: { [id]: 'admin' } })));

type Page = {
  name: string;
  /** Of schools whose season nobody has opened before. */
  isCold?: true;
  /** What the pages before it have started has time to end: these 30 schools open them in two seconds, and people don't. */
  isLater?: true;
  ask: (calls: ReturnType<typeof callsAs>, school: { id: string; roundId: string }) => Promise<unknown>;
};
const PAGES: Page[] = [
  { name: 'Season, tournament: totals', ask: ({ seasonBook }, { id }) => seasonBook.season({ schoolId: id, season }) },
  {
    name: 'Round: whole ballots',
    ask: ({ keptBallots }, { id, roundId }) => keptBallots.ofRound({ schoolId: id, roundId }),
  },
  {
    name: 'Students: a page of ballots',
    ask: ({ keptBallots }, { id }) => keptBallots.inSeason({ schoolId: id, season }),
  },
  { name: 'A page of line-ups', ask: ({ rounds }, { id }) => rounds.lineUps({ schoolId: id, season }) },
  {
    name: 'Figures, after the season’s page',
    isLater: true,
    ask: ({ metrics }, { id }) => metrics.season({ schoolId: id, season }),
  },
  {
    name: 'Figures, first page of all',
    isCold: true,
    ask: ({ metrics }, { id }) => metrics.season({ schoolId: id, season }),
  },
  {
    name: 'Keep a ballot',
    ask: ({ keptBallots }, { id, roundId }) =>
      keptBallots.keep({
        schoolId: id,
        id: randomUUID(),
        roundId,
        number: 9,
        judge: '',
        tabMargin: null,
        source: 'typed',
        scores: Object.fromEntries(SCORE_FIELDS.map((field) => [field, 7])),
        comments: {},
        ranks: { attorney: [], witness: [] },
      }),
  },
];
console.log(`\n${''.padEnd(34)} median    slowest`);
let tooSlow = 0;
for (const { name, isCold, isLater, ask } of PAGES) {
  if (isLater) await new Promise((done) => setTimeout(done, PAUSE_MS));
  const times: number[] = [];
  for (const school of isCold ? schools.slice(REPEATS) : schools.slice(0, REPEATS)) {
    const from = performance.now();
    await ask(people.get(school.id)!, school);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? 0;
  if (median > LIMIT_MS) tooSlow += 1;
  console.log(
    `${name.padEnd(34)} ${median.toFixed(1).padStart(6)} ms ${(times.at(-1) ?? 0).toFixed(1).padStart(7)} ms`,
  );
}
console.log(`\n${PAGES.length - tooSlow} of ${PAGES.length} take at most ${LIMIT_MS} ms in the middle.`);
await product.close();
await postgres?.stop();
process.exit(0);
