// World: a server whose messages to PostgreSQL are counted, and a backup of it that is restored at one of them.
import { afterAll, beforeAll, expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { backup } from '#server/backup/backup.ts';
import { restore } from '#server/backup/restore.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { noticeEndedConnections } from '#test/database.ts';
import { startInProcess, type Browser, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool, addSession } from '#test/people.ts';
import { newPostgresUrl } from './databases.ts';
import { cutAtMessage } from './outside/cut-at-message.ts';

const POOL = 2;

/** A connection that bypasses the proxy. */
export let direct: Database;
let product: InProcess;
let proxy: Awaited<ReturnType<typeof cutAtMessage>>;
export let schoolId: string;
export let userId: string;
let saved: string;

/** Call it once per test file. What `prepare` adds is in the backup. */
export function restoreWorld(prepare: (calls: Calls) => Promise<unknown>): void {
  beforeAll(async () => {
    const url = await newPostgresUrl('migrated');
    direct = openPostgresDatabase(url, { pool: POOL, prepare: true });
    proxy = await cutAtMessage(url);
    product = await startInProcess({}, openPostgresDatabase(proxy.url, { pool: POOL, prepare: true }));
    schoolId = (await addSchool(direct, 'Alder Creek')).id;
    ({ userId } = await addPerson(direct, { roles: { [schoolId]: 'primary' } }));
    await prepare(await signedIn());
    saved = '';
    for await (const text of backup(direct)) saved += text;
  });
  afterAll(async () => {
    await product.close();
    proxy.close();
    await direct.close();
  });
}

/** A restore signs everybody out. */
export const signedInBrowser = async (who = userId): Promise<Browser> =>
  product.browser({ token: await addSession(direct, who) });
export const signedIn = async (): Promise<Calls> => (await signedInBrowser()).calls;

async function* linesOf(text: string): AsyncGenerator<string> {
  for (const line of text.trimEnd().split('\n')) yield await Promise.resolve(line);
}
export const restoreSaved = () => restore(direct, linesOf(saved), { replace: true });

/** "done", or the code of the refusal. */
export const answerTo = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

/** How many messages it takes. */
export async function messagesOf(work: () => Promise<unknown>): Promise<number> {
  proxy.begin();
  await work();
  return proxy.passed();
}

/** Does the work, and restores the backup at one of its messages, or after it if it takes fewer: the network joins and splits them. */
export async function withRestoreAt<Answer>(at: number, work: () => Promise<Answer>): Promise<Answer> {
  let restoring: Promise<unknown> | undefined;
  proxy.begin({ at, does: () => void (restoring = restoreSaved()) });
  const answer = await work();
  proxy.begin();
  await (restoring ?? restoreSaved());
  await noticeEndedConnections(product.database, POOL);
  // The answer to a call that fails unexpectedly has no details, but the log does.
  expect(product.logged.filter(({ level }) => level >= 50)).toEqual([]);
  return answer;
}
