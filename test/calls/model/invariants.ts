// The invariants that must hold after each step, and what enforces each.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import { mayBeChecked, totalOf } from './scores.ts';
import { SEASON } from './season.ts';
import {
  ballotsOf,
  hasRights,
  isLive,
  isStaff,
  partsOf,
  seasonOf,
  seasonsOf,
  use,
  type Session,
  type Truth,
} from './truth.ts';
import { listsAreTrue } from './list-invariants.ts';
import { webhooksAreTold } from './webhook-invariants.ts';
import { callsOf, type World } from './world.ts';

/** A ballot says what people gave, and by which corrections. Triggers add_up_scores and apply_correction, function check_ballot. */
export async function ballotsAreTrue(world: World, truth: Truth): Promise<void> {
  const { keptBallots } = await world.observer(truth);
  const { schoolId } = world;
  const found = (
    await Promise.all([
      ...[...seasonsOf(truth)].map(async (season) => (await keptBallots.inSeason({ schoolId, season })).rows),
      keptBallots.waiting({ schoolId }),
    ])
  ).flat();
  expect(found.map(({ id }) => id).toSorted(), 'ballots').toEqual([...truth.ballots.keys()].toSorted());
  for (const { id, isCheckedByTwo, corrections, ...ballot } of found) {
    const kept = truth.ballots.get(id)!;
    const { roundId, number, sheet, scores, comments, ranks } = kept;
    expect(ballot).toMatchObject({ roundId, number, sheet, scores, ranks });
    expect(ballot.comments).toEqual(comments);
    expect([ballot.pTotal, ballot.dTotal], 'totals').toEqual([totalOf(kept, 'p'), totalOf(kept, 'd')]);
    expect(corrections).toHaveLength(kept.corrections);
    for (const field of new Set(corrections.map((each) => each.field)))
      expect(corrections.findLast((each) => each.field === field)!.after).toBe(scores[field]);
    if (isCheckedByTwo) expect(mayBeChecked(kept), 'checked by two').toBe(true);
  }
}

let tables: readonly string[] | undefined;
async function everyTable(owner: Database['owner']): Promise<readonly string[]> {
  tables ??= (
    await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(owner)
  ).rows.map(({ name }) => name);
  return tables;
}

/** The rows of all tables in which one of the names is, in any case, but not those of the other school. */
export async function rowsWith(
  { database: { owner }, otherSchoolId }: World,
  namesIn: (table: string) => readonly string[],
): Promise<string[]> {
  // Each row is lowercased once. `ilike` would lowercase it again for each name.
  const hits = (await everyTable(owner)).map(
    (table) =>
      sql`select ${table}::text || ': ' || line as place from (select t::text as line from ${sql.table(table)} t offset 0) all_lines
        where lower(line) like any (array(select '%' || lower(name) || '%' from unnest(${namesIn(table)}::text[]) name))
          and line not like ${`%${otherSchoolId}%`}`,
  );
  const { rows } = await sql<{ place: string }>`${sql.join(hits, sql` union all `)}`.execute(owner);
  return rows.map(({ place }) => place);
}

/** An anonymized name is in no table. Functions forget_name and forget_deleted_students, triggers forget_comments and forget_deleted_name. */
export async function forgottenNamesAreGone(world: World, { forgotten }: Truth): Promise<void> {
  if (forgotten.size === 0) return;
  const names = [...forgotten];
  expect(await rowsWith(world, () => names), `${names.join(', ')} in`).toEqual([]);
}

/** How far the history of each world has been read. */
const lastSeen = new WeakMap<World, number>();

/** The history records exactly what people did. Triggers record_new, record_change and record_end. */
async function historyIsTrue(world: World, recorded: readonly string[]): Promise<void> {
  const seen = lastSeen.get(world);
  const { rows } = await sql<{ id: number; what: string; values: string }>`
    select id, action || ' ' || subject as what, concat(before, after) as values from changes
      where id > ${seen ?? 0} order by id`.execute(world.database.owner);
  lastSeen.set(world, rows.at(-1)?.id ?? seen ?? 0);
  for (const { what, values } of seen === undefined ? [] : rows) {
    expect(recorded, 'the history').toContain(what);
    expect(values).not.toContain('import_id');
  }
}

/** A session ends after its idle time and at its maximum age. Function session_of. */
export async function sessionIsTrue(world: World, truth: Truth, session: Session, reads: boolean): Promise<void> {
  const account = truth.accounts[session.who];
  const isSignedIn = isLive(truth, session);
  const answer = await callsOf(world, session).session.me();
  if (!isSignedIn) {
    expect(answer, `${session.who} is signed in`).toBeNull();
    return;
  }
  use(truth, session);
  const isSuperAdmin = session.who === 'Sue' && hasRights(truth, 'Sue');
  const roles = {
    ...(account.role !== null && { [world.schoolId]: account.role }),
    ...(session.who === 'Ada' && { [world.otherSchoolId]: 'viewer' }),
  };
  expect(answer, session.who).toMatchObject({ id: account.id, isSuperAdmin, roles });
  if (!reads) return;
  // That call, or one before it, may have extended the session.
  await world.product.settled();
  const written = await writtenOf(world, session);
  await readsAreTrue(world, truth, session);
  await world.product.settled();
  // Extended already, so this read writes nothing.
  expect(await writtenOf(world, session), 'reads wrote the session').toEqual(written);
}

async function writtenOf({ database }: World, { token }: Session): Promise<{ written: string }[]> {
  const { rows } = await sql<{ written: string }>`
    select xmin::text as written from sessions where token_hash = ${storedHash(token)}`.execute(database.owner);
  return rows;
}

/** People can read what their role allows, and students also their own scores. Row security, function own_scores. */
async function readsAreTrue(world: World, truth: Truth, session: Session): Promise<void> {
  const { keptBallots, seasonBook, ownScores } = callsOf(world, session);
  const { schoolId } = world;
  const account = truth.accounts[session.who];
  const [{ rows: scores }, book, own] = await Promise.all([
    keptBallots.inSeason({ schoolId, season: SEASON }),
    seasonBook.season({ schoolId, season: SEASON }),
    ownScores.inSchool({ schoolId }),
  ]);
  const rounds = [...truth.rounds.values()].filter((round) => seasonOf(truth, round) === SEASON);
  const inRounds = [...truth.ballots.values()].filter(({ roundId }) => rounds.some(({ id }) => id === roundId)).length;
  expect(scores, `${session.who} reads ballots`).toHaveLength(isStaff(account) ? inRounds : 0);
  expect(book.rounds, `${session.who} reads rounds`).toHaveLength(account.role === null ? 0 : rounds.length);
  const parts = [...truth.students.values()]
    .filter(({ person }) => person === session.who)
    .flatMap(({ id }) => partsOf(truth, id).map((part) => ({ ...part, studentId: id })));
  const expected = parts.flatMap(({ round, part, sidePart, studentId }) =>
    ballotsOf(truth, round).map(({ id, comments, ranks }) =>
      JSON.stringify([id, part, comments[sidePart] ?? null, ranks.attorney.indexOf(studentId) + 1]),
    ),
  );
  const read = own.map(({ ballotId, part, comment, rank }) => JSON.stringify([ballotId, part, comment, rank ?? 0]));
  expect(read.toSorted(), `${session.who} reads own scores`).toEqual(expected.toSorted());
}

/** No call has failed with an unexpected error. */
function nothingFailed({ product }: World): void {
  expect(
    product.logged.filter(({ level }) => level >= 50).map((line) => JSON.stringify(line)),
    'the log',
  ).toEqual([]);
}

const turns = new WeakMap<World, number>();

/** What is looked at after every other step, in turn: a ballot that is wrong, and a name that is somewhere, is so some steps later too. */
const LOOKS = [
  ballotsAreTrue,
  // The oldest has its maximum age near, and may have ended.
  async (world, truth) => {
    const oldest = truth.sessions.find((each) => isLive(truth, each));
    if (oldest) await sessionIsTrue(world, truth, oldest, false);
  },
  forgottenNamesAreGone,
  // What the people of all sessions read.
  (world, truth, round) => sessionIsTrue(world, truth, truth.sessions[round % truth.sessions.length]!, true),
] satisfies ((world: World, truth: Truth, round: number) => Promise<void>)[];

const look = (world: World, truth: Truth, turn: number): Promise<void> =>
  LOOKS[turn % LOOKS.length]!(world, truth, Math.floor(turn / LOOKS.length));

export async function checkInvariants(world: World, truth: Truth, recorded: readonly string[]): Promise<void> {
  const turn = (turns.get(world) ?? 0) + 1;
  turns.set(world, turn);
  // The next world uses the same database, so nothing may still be running after a failure.
  const looked = await Promise.allSettled([
    historyIsTrue(world, recorded),
    turn % 2 === 0 ? listsAreTrue(world, truth, turn / 2) : look(world, truth, (turn - 1) / 2),
    webhooksAreTold(world, truth),
  ]);
  nothingFailed(world);
  for (const each of looked) if (each.status === 'rejected') throw each.reason;
}
