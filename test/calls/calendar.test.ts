// The calendar link: what two calendar programs read from it, and when it ends.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ PUBLIC_URL: 'https://courtside.example.org' });
});
afterAll(() => product.close());

/** An answer to a calendar, which has no cookie and never sends an Origin. */
const ask = (token: string, init?: RequestInit): Promise<Response> =>
  product.browser().request(`/calendar/${token}.ics`, init);
const feed = async (token: string): Promise<string> => (await ask(token)).text();

async function schoolWithLink() {
  const school = await addSchool(product.database, 'Łukasz O’Brien High');
  const admin = await addPerson(product.database, { name: 'Ada Admin', roles: { [school.id]: 'admin' } });
  const calls = callsAs(product, admin);
  return { schoolId: school.id, calls, ...(await calls.calendarLinks.make({ schoolId: school.id })) };
}

type Entry = { id: string; name: string; place: string; text: string; from: string; until: string };
const byId = (entries: Entry[]): Entry[] => entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** The entries that Thunderbird's parser reads. */
const readByIcalJs = (text: string): Entry[] =>
  byId(
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      const { uid: id, summary: name, location, description, startDate, endDate } = event;
      return {
        id,
        name,
        place: location ?? '',
        text: description ?? '',
        from: startDate.toString(),
        until: endDate.toString(),
      };
    }),
  );

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

/** A text without parameters. */
const plain = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The entries that node-ical's parser reads. */
const readByNodeIcal = (text: string): Entry[] =>
  byId(
    Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
      entry?.type === 'VEVENT'
        ? [
            {
              id: entry.uid,
              name: plain(entry.summary),
              place: plain(entry.location),
              text: plain(entry.description),
              from: dayOf(entry.start),
              until: dayOf(entry.end ?? entry.start),
            },
          ]
        : [],
    ),
  );

const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

async function addTournament(
  calls: Calls,
  schoolId: string,
  given: { name: string; place: string; day: string; days: number },
) {
  const { name, place, day, days } = given;
  const id = randomUUID();
  const endsOn = plusDays(day, days - 1);
  await calls.tournaments.add({ schoolId, id, name: `${name} ${id}`, startsOn: day, endsOn, place });
  return { id: `${id}@courtside`, name: `${name} ${id}`, place, text: '', from: day, until: plusDays(day, days) };
}

test('two calendars read every tournament with a day as it was entered, whatever its name and place', async () => {
  const text = fc
    .string({ unit: fc.constantFrom(...Array.from('aZ9 ,;:\\"\'’ŁøéßЖ中🎓-()nN')), minLength: 1, maxLength: 90 })
    .map((raw) => raw.trim().replaceAll(/ +/g, ' '))
    // Against RFC 5545, node-ical reads a backslash before an n as a new line and drops the quotes around a text.
    .filter((trimmed) => trimmed !== '' && !/\\n|^".*"$/i.test(trimmed));
  const tournament = fc.record({
    name: text,
    place: text,
    day: fc
      .date({ min: new Date('2024-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    days: fc.integer({ min: 1, max: 4 }),
  });
  const { calls, schoolId, token } = await schoolWithLink();
  const entered: Entry[] = [];
  await fc.assert(
    fc.asyncProperty(tournament, async (given) => {
      entered.push(await addTournament(calls, schoolId, given));
      const served = await feed(token);
      expect(readByIcalJs(served)).toEqual(byId(entered));
      expect(readByNodeIcal(served)).toEqual(byId(entered));
    }),
    { numRuns: 40 },
  );
});

test('an entry has the case and the rounds, an address and no student’s name', async () => {
  const { calls, schoolId, token } = await schoolWithLink();
  const admin = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const caseId = randomUUID();
  await admin.cases.add({ id: caseId, name: 'Midlands v. Doe', year: 2026, type: 'civil', area: null, isActive: true });
  const [teamId, tournamentId, studentId, roundId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  await calls.teams.add({ schoolId, id: teamId, name: 'Team A' });
  await calls.students.add({ schoolId, id: studentId, name: 'Zoë Hidden', teamId });
  await calls.tournaments.add({ schoolId, id: tournamentId, name: 'Invitational', startsOn: '2026-12-05', caseId });
  await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Some day' });
  const round = { schoolId, tournamentId, teamId, caseId: null };
  await calls.rounds.add({ ...round, id: roundId, number: 1, side: 'p', opponent: '1715', outcome: 'played' });
  await calls.rounds.add({ ...round, id: randomUUID(), number: 2, side: 'd', opponent: '', outcome: 'bye' });
  const { id: opponentTeamId } = await calls.teams.add({ schoolId, id: randomUUID(), name: 'Team B' });
  const met = { ...round, opponentTeamId, number: 3, opponent: '', outcome: 'played' } as const;
  await calls.rounds.add({ ...met, id: randomUUID(), side: 'p' });
  await calls.rounds.setLineUp({
    schoolId,
    roundId,
    version: 1,
    parts: [{ part: 'open', studentId, witnessId: null }],
  });
  const answer = await ask(token);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const served = await answer.text();
  expect(readByIcalJs(served)).toEqual([
    {
      id: `${tournamentId}@courtside`,
      name: 'Invitational',
      place: '',
      text: [
        'Case: Midlands v. Doe',
        'Round 1: Team A (P) against 1715',
        'Round 2: Team A (D) has a bye',
        'Round 3: Team A (P) against Team B',
        'Round 3: Team B (D) against Team A',
      ].join('\n'),
      from: '2026-12-05',
      until: '2026-12-06',
    },
  ]);
  expect(served.replaceAll('\r\n ', '')).toContain(`https://courtside.example.org/season/tournaments/${tournamentId}`);
  expect(served).not.toContain('Zoë');
});

test('calendars see that an entry has changed, also when only the name of its team has', async () => {
  const { calls, schoolId, token } = await schoolWithLink();
  const teamId = randomUUID();
  const { version } = await calls.teams.add({ schoolId, id: teamId, name: 'Team A' });
  const { owner } = product.database;
  const old = { schoolId, updatedAt: new Date('2026-01-01') };
  const tournament = await owner
    .insertInto('tournaments')
    .values({ ...old, name: 'Invitational', startsOn: '2026-12-05' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const round = { ...old, tournamentId: tournament.id, teamId, number: 1, side: 'p' as const };
  await owner.insertInto('rounds').values(round).execute();
  await calls.teams.update({ schoolId, id: teamId, version, changed: { name: 'Team B' } });
  const served = await feed(token);
  expect(served).toContain('Team B (P)');
  // Some calendars keep an entry whose stamps haven't changed.
  expect(served).not.toContain(':20260101T000000Z');
});

test('a new link ends the old one, an ended link shows nothing, and the history says who did it', async () => {
  const { calls, schoolId, token } = await schoolWithLink();
  expect(await calls.calendarLinks.ofSchool({ schoolId })).toMatchObject({ madeBy: 'Ada Admin' });
  const { token: renewed } = await calls.calendarLinks.make({ schoolId });
  expect((await ask(token)).status).toBe(404);
  expect((await ask(renewed)).status).toBe(200);
  await calls.calendarLinks.end({ schoolId });
  expect((await ask(renewed)).status).toBe(404);
  expect(await calls.calendarLinks.ofSchool({ schoolId })).toBeNull();
  expect(await refused(calls.calendarLinks.end({ schoolId }))).toMatchObject({ code: 'NOT_FOUND' });
  const { rows } = await callsAs(product, await addPerson(product.database, { superAdmin: true })).history.list({
    subject: 'calendarLink',
  });
  expect(rows.slice(0, 3).map(({ by, action }) => [by?.name, action])).toEqual([
    ['Ada Admin', 'delete'],
    ['Ada Admin', 'update'],
    ['Ada Admin', 'create'],
  ]);
});

test('if two people create a link at once, one of the links works', async () => {
  const { calls, schoolId } = await schoolWithLink();
  const tokens = await Promise.all([1, 2, 3].map(() => calls.calendarLinks.make({ schoolId })));
  const answers = await Promise.all(tokens.map(({ token }) => ask(token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a link doesn’t survive its school, also if the school is restored', async () => {
  const { schoolId, token } = await schoolWithLink();
  const manager = callsAs(product, await addPerson(product.database, { superAdmin: true, dbManager: true }));
  await manager.schools.remove({ schoolId });
  expect((await ask(token)).status).toBe(404);
  await manager.deletedRecords.restore({ id: schoolId });
  expect((await ask(token)).status).toBe(404);
});

test('only a complete token is looked up, and none is logged', async () => {
  const { token } = await schoolWithLink();
  for (const wrong of [token.slice(1), `${token}x`, 'A'.repeat(43), `%00${token.slice(3)}`, "' or true --"]) {
    expect((await ask(wrong)).status).toBe(404);
  }
  expect((await ask(token)).status).toBe(200);
  expect((await ask(token, { method: 'POST' })).status).not.toBe(200);
  expect(JSON.stringify(product.logged)).not.toContain(token);
});

test('calendars that poll at once are limited per network, and one on another network is answered', async () => {
  const { token } = await schoolWithLink();
  const from = (address: string) => product.browser({ address }).request(`/calendar/${token}.ics`);
  const answers = await Promise.all([...Array<string>(7).fill('198.51.100.1'), '198.51.100.2'].map(from));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 503, 503, 200]);
  expect(answers[5]?.headers.get('retry-after')).not.toBeNull();
  expect((await from('198.51.100.1')).status).toBe(200);
});
