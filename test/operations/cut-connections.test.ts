// The connection to the database is cut before and after each message of each kind of call. Afterwards the call was done completely or
// not at all, its answer agrees, no connection of the pool is missing, and the next call works.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool, callsAs, PASSWORD } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { cutAtMessage } from './outside/cut-at-message.ts';
import { eventually } from '#test/eventually.ts';

const POOL = 2;
const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score,team';

let direct: Database;
let product: InProcess;
let proxy: Awaited<ReturnType<typeof cutAtMessage>>;
let email: string;
let schoolId: string;
let calls: Calls;
beforeAll(async () => {
  const url = await newPostgresUrl('migrated');
  direct = openPostgresDatabase(url, { pool: POOL, prepare: true });
  proxy = await cutAtMessage(url);
  product = await startInProcess({}, openPostgresDatabase(proxy.url, { pool: POOL, prepare: true }));
  const school = await addSchool(direct, 'Alder Creek');
  schoolId = school.id;
  await direct.owner.updateTable('schools').set({ isPremium: true }).where('id', '=', schoolId).execute();
  const person = await addPerson(direct, { roles: { [schoolId]: 'primary' } });
  ({ email } = person);
  calls = callsAs(product, person);
  await calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
});
afterAll(async () => {
  await product.close();
  proxy.close();
  await direct.close();
});

const countOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(direct.owner);
  return rows[0]!.count;
};
let tried = 0;
/** Two ballots of a new tournament. */
const importOne = async (): Promise<string> => {
  const id = randomUUID();
  const line = (judge: number) => `2026-27,Cup ${tried},1,p,${judge},Rowe,open,Ann O’Brien,speech,8,Varsity`;
  tried += 1;
  const file = new File([[HEADER, line(1), line(2)].join('\n')], 'season.csv');
  await calls.seasonFiles.run({ schoolId, id, file, choices: {} });
  return id;
};

type Kind = {
  /** What is there before each try. */
  given?: () => Promise<string>;
  does(given: string): Promise<unknown>;
  /** By how many rows each table grows. */
  adds: Record<string, number>;
};

const KINDS: Record<string, Kind> = {
  'a read': { does: () => calls.teams.inSchool({ schoolId }), adds: {} },
  'a write': { does: () => calls.teams.add({ schoolId, id: randomUUID(), name: randomUUID() }), adds: { teams: 1 } },
  'deleting a student': {
    given: async () => {
      const id = randomUUID();
      await calls.students.add({ schoolId, id, name: id, teamId: null });
      return id;
    },
    does: (id) => calls.students.remove({ schoolId, id }),
    adds: { students: -1, deleted_records: 1, deleted_rows: 1 },
  },
  'a sign-in': {
    does: () =>
      product.browser({ address: `2001:db8:${(tried += 1)}::1` }).calls.session.signIn({ email, password: PASSWORD }),
    adds: { sessions: 1 },
  },
  'an import': { does: importOne, adds: { season_imports: 1, kept_ballots: 2, ballot_scores: 2 } },
  'sending a photo': {
    // Whether the photo shows a ballot doesn't matter here.
    does: () =>
      calls.ballots
        .recognize({ schoolId, image: new File(['no photo'], 'ballot.png') })
        .catch((error: { code: string }) => {
          if (error.code !== 'NOT_READ') throw error;
        }),
    adds: {},
  },
  'an undo': {
    given: importOne,
    does: (id) => calls.seasonFiles.undo({ schoolId, id }),
    adds: { season_imports: -1, kept_ballots: -2, ballot_scores: -2 },
  },
};

const withCounts = async (tables: readonly string[]) =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countOf(table)] as const)));

/** All connections of the pool are there, and each answers. */
const poolAnswers = () => Promise.all(Array.from({ length: POOL * 2 }, () => calls.teams.inSchool({ schoolId })));

test.each(Object.entries(KINDS))('%s is done completely or not at all', async (_name, { given, does, adds }) => {
  const tables = Object.keys(adds);
  await poolAnswers();
  const first = (await given?.()) ?? '';
  proxy.begin();
  await does(first);
  const messages = proxy.passed();
  expect(messages).toBeGreaterThan(1);
  for (let at = 1; at <= messages; at += 1) {
    for (const when of ['before', 'after'] as const) {
      const id = (await given?.()) ?? '';
      const before = await withCounts(tables);
      proxy.begin({ at, when });
      const answer = await does(id).then(
        () => 'done',
        ({ code }: { code: string }) => code,
      );
      proxy.begin();
      const where = `cut ${when} message ${at} of ${messages}`;
      expect(['done', 'SERVICE_UNAVAILABLE'], where).toContain(answer);
      await eventually(async () => expect(await poolAnswers()).toHaveLength(POOL * 2));
      const after = await withCounts(tables);
      const grown = Object.fromEntries(tables.map((table) => [table, after[table]! - before[table]!]));
      const nothing = Object.fromEntries(tables.map((table) => [table, 0]));
      if (answer === 'done') expect(grown, where).toEqual(adds);
      else expect([adds, nothing], where).toContainEqual(grown);
    }
  }
});
