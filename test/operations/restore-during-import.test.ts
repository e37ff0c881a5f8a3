// A backup is restored while somebody imports a season: the import is there wholly or not at all, and the person hears what is true.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { backup } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool, addSession, callsAs } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { cutAtMessage } from './outside/cut-at-message.ts';

const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score,team';
const file = new File(
  [[HEADER, ...[1, 2].map((judge) => `2026-27,Cup,1,p,${judge},Rowe,open,Ann,speech,8,Varsity`)].join('\n')],
  'season.csv',
);

let direct: Database;
let product: InProcess;
let proxy: Awaited<ReturnType<typeof cutAtMessage>>;
let schoolId: string;
let userId: string;
let saved: string;
beforeAll(async () => {
  const url = await newPostgresUrl('migrated');
  direct = openPostgresDatabase(url, { pool: 2, prepare: true });
  proxy = await cutAtMessage(url);
  product = await startInProcess({}, openPostgresDatabase(proxy.url, { pool: 2, prepare: true }));
  schoolId = (await addSchool(direct, 'Alder Creek')).id;
  ({ userId } = await addPerson(direct, { roles: { [schoolId]: 'primary' } }));
  await (await signedIn()).seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
  saved = '';
  await backup(direct, async (text) => void (saved += text));
});
afterAll(async () => {
  await product.close();
  proxy.close();
  await direct.close();
});

/** A restore signs everybody out. */
const signedIn = async (): Promise<Calls> => callsAs(product, { token: await addSession(direct, userId) });

async function* linesOf(text: string): AsyncGenerator<string> {
  for (const line of text.trimEnd().split('\n')) yield await Promise.resolve(line);
}
const restoreSaved = () => restore(direct, linesOf(saved), { replace: true });

/** What the import adds. */
const countAdded = async (): Promise<number[]> => {
  const { rows } = await sql<{ counts: number[] }>`select array[(select count(*) from season_imports),
    (select count(*) from tournaments where name = 'Cup'), (select count(*) from rounds), (select count(*) from kept_ballots),
    (select count(*) from ballot_scores), (select count(*) from students where name = 'Ann')]::int[] as counts`.execute(
    direct.owner,
  );
  return rows[0]!.counts;
};
const NOTHING = [0, 0, 0, 0, 0, 0];
const WHOLE = [1, 1, 1, 2, 2, 1];

const importIt = async (calls: Calls): Promise<string> =>
  calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} }).then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

test('a restore that begins at any message of an import leaves the import whole or leaves nothing of it', async () => {
  await importIt(await signedIn());
  await restoreSaved();
  proxy.begin();
  expect(await importIt(await signedIn())).toBe('done');
  const messages = proxy.passed();
  expect(await countAdded()).toEqual(WHOLE);
  expect(messages).toBeGreaterThan(10);
  for (let at = 1; at <= messages; at += 6) {
    if ((await countAdded()).some((count) => count > 0)) await restoreSaved();
    const person = await signedIn();
    let restoring: Promise<unknown> = Promise.resolve();
    proxy.begin({ at, does: () => void (restoring = restoreSaved()) });
    const answer = await importIt(person);
    await restoring;
    proxy.begin();
    const where = `restored at message ${at} of ${messages}`;
    expect(['done', 'SERVICE_UNAVAILABLE', 'UNAUTHORIZED'], where).toContain(answer);
    expect(answer === 'done' ? [NOTHING, WHOLE] : [NOTHING], where).toContainEqual(await countAdded());
    expect(await (await signedIn()).seasonBook.seasons({ schoolId }), where).toBeInstanceOf(Array);
  }
});
