// World of month-of-life.test.ts: the school Alder Creek, which acts, and Birch Hill, where nothing may change. It starts on Thursday,
// October 15, 2026, at 20:00 UTC, when everybody signs in.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { Calls } from '#contract/index.ts';
import { backUpWhenDue } from '#server/backup/daily-backup.ts';
import type { Database } from '#server/database/database.ts';
import { cleanUp } from '#server/cleanup.ts';
import { clockOf } from '#test/clock.ts';
import { openTestDatabase } from '#test/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addRoundWithBallots, addSchool, addSession, callsAs, PASSWORD } from '#test/people.ts';
import { newAddress, refused } from './refused.ts';

export const BEGINNING = Date.UTC(2026, 9, 15, 20);
export const BACKUPS = 7;
const LAST_DAY_OF_BALLOTS = '2026-11-14';

export type Person = { userId: string; email: string; token: string | undefined; schoolId: string };
const NAMES = ['Ada', 'Ben', 'Cy', 'Ida', 'Rae', 'Rex', 'Wes', 'Kim'] as const;
type Named<Name extends string, Value> = Record<Name, Value>;

async function addPeople(database: Database, schoolId: string) {
  const people = {} as Named<(typeof NAMES)[number], Person>;
  for (const name of NAMES) {
    const roles = { [schoolId]: name === 'Kim' ? ('primary' as const) : ('admin' as const) };
    people[name] = { ...(await addPerson(database, { name, roles })), schoolId };
  }
  return people;
}

/** Links that a database manager made. */
async function makeLinks(product: InProcess, schoolId: string, { Rae, Rex }: Named<'Rae' | 'Rex', Person>) {
  const { invitations, passwordResets } = callsAs(product, await addPerson(product.database, { dbManager: true }));
  const invite = async (email: string) => (await invitations.invite({ email, schoolId, role: 'admin' })).token;
  const reset = async ({ userId }: Person) => (await passwordResets.create({ userId })).token;
  return {
    nia: await invite('nia@example.test'),
    oz: await invite('oz@example.test'),
    rae: await reset(Rae),
    rex: await reset(Rex),
  };
}

/** Actions of people. Each returns the code of its error, or `none`. */
const attempts = (product: InProcess) => ({
  /** Saves from a tab that may have been open for a long time. */
  saves: async (who: Person): Promise<string> => {
    const added = { schoolId: who.schoolId, id: randomUUID(), name: `Student ${randomUUID()}`, teamId: null };
    return (await refused(callsAs(product, who).students.add(added))).code;
  },
  signsIn: async (who: Person, { password = PASSWORD, address = newAddress(), code = '' } = {}): Promise<string> => {
    const browser = product.browser({ address });
    const typed = { email: who.email, password, ...(code && { code }) };
    const answer = await refused(browser.calls.session.signIn(typed));
    if (answer.code === 'none') who.token = browser.token();
    return answer.code;
  },
  resets: async (token: string, newPassword: string): Promise<string> => {
    const { session } = product.browser({ address: newAddress() }).calls;
    return (await refused(session.resetPassword({ token, newPassword }))).code;
  },
  accepts: async (token: string): Promise<string> => {
    const { session } = product.browser({ address: newAddress() }).calls;
    const chosen = { name: 'Nia New', newPassword: 'seven geese in a canoe' };
    return (await refused(session.acceptInvitation({ token, ...chosen }))).code;
  },
});

/** Jobs that the server runs by itself. */
const chores = ({ database, settings }: InProcess) => ({
  backUp: (now: Date) => backUpWhenDue(database, settings, now),
  backups: () => fs.readdirSync(path.join(settings.DATA_DIR, 'backups')),
  /** Returns the errors. */
  cleanUp: async (): Promise<string[]> => {
    const warnings: string[] = [];
    await cleanUp(database, settings, pino({}, { write: (line: string) => void warnings.push(line) }));
    return warnings;
  },
});

export async function openMonth() {
  const database = await openTestDatabase({ made: 'with a clock' });
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'courtside-month-'));
  const product = await startInProcess({ DATA_DIR: folder, BACKUP_KEEP: String(BACKUPS) }, database);
  const clock = clockOf(database);
  await clock.set(new Date(BEGINNING).toISOString());
  const [{ id: schoolId }, other] = [await addSchool(database, 'Alder Creek'), await addSchool(database, 'Birch Hill')];
  await addRoundWithBallots(database, other);
  const people = await addPeople(database, schoolId);
  const links = await makeLinks(product, schoolId, people);
  /** The Primary Admin’s calls, in a session that has just begun. */
  const kim = async (): Promise<Calls> => callsAs(product, { token: await addSession(database, people.Kim.userId) });
  const changed = { keepsBallots: true, keepUntil: LAST_DAY_OF_BALLOTS };
  await (await kim()).seasonBook.change({ schoolId, version: 0, changed });
  /** Works at Birch Hill every day. */
  const flo = { ...(await addPerson(database, { name: 'Flo', roles: { [other.id]: 'admin' } })), schoolId: other.id };
  return {
    database,
    clock,
    product,
    schoolId,
    people,
    links,
    kim,
    flo,
    ...attempts(product),
    ...chores(product),
    restores: async (id: string): Promise<string> =>
      (await refused((await kim()).deletedEntries.restore({ schoolId, id }))).code,
    ballots: async (of: string): Promise<number> =>
      (await database.owner.selectFrom('keptBallots').select('id').where('schoolId', '=', of).execute()).length,
    close: async (): Promise<void> => {
      await product.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type Month = Awaited<ReturnType<typeof openMonth>>;
