// A month of life: what lasts an hour, a night, 7 days or 30 days lasts exactly that long, and each day has one backup. The server's
// machine is in New York, where daylight saving time ends on November 1. The times are UTC.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { codeOf, turnOnSecondFactor } from '#test/authenticator.ts';
import { newAddress } from './refused.ts';
import { BACKUPS, BEGINNING, openMonth, type Month } from './month-world.ts';
import { fileOf, HEADER } from './season-school.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The hour in which Flo works. A use extends a session only if it adds more than 8 hours, so some hours would end hers early. */
const EVENING = 22;
const NEW_PASSWORD = 'six owls under a porch';

let month: Month;
beforeAll(async () => {
  vi.stubEnv('TZ', 'America/New_York');
  month = await openMonth();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await month.close();
});

const deleted = { junior: '', reserve: '', amber: '', birch: '' };
const elsewhere = newAddress();
let secret = '';
/** Kim signs in with the code of this many half minutes from now. */
const signsInWithCode = async (ahead: number): Promise<string> =>
  month.signsIn(month.people.Kim, { code: codeOf(secret, ahead, await month.clock.now()) });

async function deleteTeamsAndUndoImports({ kim, schoolId }: Month): Promise<void> {
  const calls = await kim();
  for (const name of ['junior', 'reserve'] as const) {
    deleted[name] = (await calls.teams.add({ schoolId, id: randomUUID(), name })).id;
    await calls.teams.remove({ schoolId, id: deleted[name] });
  }
  for (const cup of ['amber', 'birch'] as const) {
    const id = (deleted[cup] = randomUUID());
    const lines = [1, 2].map((judge) => `2026-27,${cup},1,p,${judge},Judge ${judge},open,Al of ${cup},speech,8,${cup}`);
    const file = fileOf([HEADER, ...lines].join('\n'), `${cup}.csv`);
    await calls.seasonFiles.run({ schoolId, id, file, choices: {} });
    await calls.seasonFiles.undo({ schoolId, id });
  }
}

const DAYS: [at: string, what: string, happens: (month: Month) => Promise<void>][] = [
  ['10-15 20:30:00', 'Kim deletes two teams and undoes two imports', deleteTeamsAndUndoImports],
  [
    '10-15 20:59:00',
    'a reset link works in the last minute of its hour, and ends the sessions of one person',
    async ({ people: { Rae, Rex }, links, resets, saves, signsIn }) => {
      expect(await resets(links.rae, NEW_PASSWORD)).toBe('none');
      expect([await saves(Rae), await saves(Rex)]).toEqual(['UNAUTHORIZED', 'none']);
      expect([await signsIn(Rae), await signsIn(Rae, { password: NEW_PASSWORD })]).toEqual(['UNAUTHORIZED', 'none']);
    },
  ],
  [
    '10-15 21:01:00',
    'a reset link doesn’t work after its hour',
    async ({ people: { Rex }, links, resets, saves, signsIn }) => {
      expect(await resets(links.rex, NEW_PASSWORD)).toBe('EXPIRED_LINK');
      expect([await saves(Rex), await signsIn(Rex)]).toEqual(['none', 'none']);
    },
  ],
  [
    '10-16 12:00:00',
    'Ada’s tab saves after a night',
    async ({ people: { Ada }, saves }) => expect(await saves(Ada)).toBe('none'),
  ],
  [
    '10-19 12:00:00',
    'Ben’s tab saves after a weekend',
    async ({ people: { Ben }, saves }) => expect(await saves(Ben)).toBe('none'),
  ],
  [
    '10-19 13:00:00',
    'somebody guesses Wes’s password ten times',
    async ({ people: { Wes }, signsIn }) => {
      for (let count = 0; count < 10; count += 1)
        expect(await signsIn(Wes, { password: 'wrong', address: elsewhere })).toBe('UNAUTHORIZED');
    },
  ],
  [
    '10-19 13:14:00',
    'nobody signs in as Wes from there for 15 minutes, but Wes does at home',
    async ({ people: { Wes }, signsIn }) => {
      expect(await signsIn(Wes, { address: elsewhere })).toBe('TOO_MANY_REQUESTS');
      expect(await signsIn(Wes)).toBe('none');
    },
  ],
  [
    '10-19 13:16:00',
    'Wes signs in from there after the 15 minutes',
    async ({ people: { Wes }, signsIn }) => expect(await signsIn(Wes, { address: elsewhere })).toBe('none'),
  ],
  [
    '10-20 14:00:05',
    'Kim turns on a second factor',
    async ({ people: { Kim }, product, clock, signsIn }) => {
      expect(await signsIn(Kim)).toBe('none');
      ({ secret } = await turnOnSecondFactor(product, Kim, { time: await clock.now() }));
    },
  ],
  [
    '10-20 14:10:05',
    'a code works in its half minute and those beside it',
    async () => {
      for (const ahead of [-2, 2]) expect(await signsInWithCode(ahead), `${ahead}`).toBe('WRONG_CODE');
      for (const ahead of [-1, 0, 1]) expect(await signsInWithCode(ahead), `${ahead}`).toBe('none');
    },
  ],
  [
    '10-22 19:59:00',
    'an invitation and an unused tab work in the last minute of their 7 days',
    async ({ people: { Ida }, links, accepts, saves }) => {
      expect([await accepts(links.nia), await saves(Ida)]).toEqual(['none', 'none']);
    },
  ],
  [
    '10-22 20:01:00',
    'an invitation doesn’t work after its 7 days',
    async ({ links, accepts }) => expect(await accepts(links.oz)).toBe('EXPIRED_LINK'),
  ],
  [
    '10-29 20:01:00',
    'Ida’s tab, unused for 7 days, asks her to sign in',
    async ({ people: { Ida }, saves, signsIn }) =>
      expect([await saves(Ida), await signsIn(Ida), await saves(Ida)]).toEqual(['UNAUTHORIZED', 'none', 'none']),
  ],
  [
    '11-13 21:00:00',
    'a team and an import come back on day 29',
    async ({ kim, schoolId, restores, ballots }) => {
      expect([await restores(deleted.junior), await restores(deleted.amber)]).toEqual(['none', 'none']);
      const names = (await (await kim()).teams.inSchool({ schoolId })).map(({ name }) => name);
      expect([names.includes('junior'), names.includes('reserve')]).toEqual([true, false]);
      expect(await ballots(schoolId)).toBe(2);
    },
  ],
  [
    '11-14 19:59:00',
    'Flo’s session works in the last minute of its 30 days',
    async ({ flo, saves }) => expect(await saves(flo)).toBe('none'),
  ],
  [
    '11-14 20:01:00',
    'Flo must sign in after 30 days, although she works every day',
    async ({ flo, saves, signsIn }) =>
      expect([await saves(flo), await signsIn(flo), await saves(flo)]).toEqual(['UNAUTHORIZED', 'none', 'none']),
  ],
  [
    '11-14 20:29:00',
    'the other team and import are listed in the last minute of their 30 days',
    async ({ kim, schoolId }) => {
      const left = await (await kim()).deletedEntries.inSchool({ schoolId });
      expect(left.map(({ id, daysLeft }) => [id, daysLeft])).toEqual([
        [deleted.birch, 1],
        [deleted.reserve, 1],
      ]);
    },
  ],
  [
    '11-14 20:32:00',
    'they don’t come back after 30 days, and nothing is left of them',
    async ({ restores, cleanUp, database }) => {
      expect([await restores(deleted.reserve), await restores(deleted.birch)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
      await cleanUp();
      expect(await database.owner.selectFrom('deletedRecords').select('label').execute()).toEqual([]);
    },
  ],
  [
    '11-15 11:59:00',
    'November 14, the ballots’ last day, isn’t over in UTC-12',
    async ({ cleanUp, ballots, schoolId }) => {
      await cleanUp();
      expect(await ballots(schoolId)).toBe(2);
    },
  ],
  [
    '11-15 12:01:00',
    'November 14 is over everywhere',
    async ({ cleanUp, ballots, schoolId }) => {
      await cleanUp();
      expect(await ballots(schoolId)).toBe(0);
    },
  ],
  [
    '11-15 20:00:00',
    'Cy’s tab asks him to sign in after 31 days, and then saves',
    async ({ people: { Cy }, saves, signsIn }) =>
      expect([await saves(Cy), await signsIn(Cy), await saves(Cy)]).toEqual(['UNAUTHORIZED', 'none', 'none']),
  ],
];

/** Expects one backup at the same hour of each day since `first`, except those that are old enough to be deleted. */
const backupsUntil = (first: number, last: number): string[] =>
  Array.from({ length: Math.floor((last - first) / DAY) + 1 }, (_, day) => new Date(first + day * DAY))
    .map((at) => `courtside-${at.toISOString().slice(0, 13)}-00-00Z.jsonl.gz`)
    .slice(-BACKUPS);

/** Flo works at the other school, and nothing there has changed. */
async function dayAtTheOtherSchool({ flo, saves, cleanUp, ballots, product }: Month, day: string): Promise<void> {
  expect(await saves(flo), day).toBe('none');
  expect(await cleanUp(), day).toEqual([]);
  expect(await ballots(flo.schoolId), day).toBe(3);
  const failures = product.logged.filter(({ level }) => level >= 50);
  expect(failures, day).toEqual([]);
}

test('a school lives through a month', async () => {
  let hour = BEGINNING;
  const { clock, backUp, backups } = month;
  for (const [at, what, happens] of DAYS) {
    const when = new Date(`2026-${at.replace(' ', 'T')}Z`);
    for (; hour <= when.getTime(); hour += HOUR) {
      const now = new Date(hour);
      await backUp(now);
      expect(backups(), now.toISOString()).toEqual(backupsUntil(BEGINNING, hour));
      if (now.getUTCHours() !== EVENING) continue;
      await clock.set(now.toISOString());
      await dayAtTheOtherSchool(month, now.toISOString());
    }
    await clock.set(when.toISOString());
    await happens(month).catch((error: Error) => {
      error.message = `${at}, ${what}: ${error.message}`;
      throw error;
    });
  }
});

test('each day of the month in which daylight saving time begins has one backup', async () => {
  const [march, april] = [Date.UTC(2027, 2, 1, 5), Date.UTC(2027, 3, 1)];
  expect([new Date(march), new Date(april)].map((day) => day.getTimezoneOffset())).toEqual([300, 240]);
  for (let hour = march; hour < april; hour += HOUR) {
    await month.backUp(new Date(hour));
    if (hour >= march + BACKUPS * DAY) expect(month.backups()).toEqual(backupsUntil(march, hour));
  }
});
