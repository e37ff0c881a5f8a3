// The real server and database, and the expected state: one school with two teams, four students and a tournament. In its first round the
// two teams played against each other, and in its second against other schools. Beside it is another school, with the same names, in which
// nothing may change.
import { randomUUID } from 'node:crypto';
import type { Calls } from '#contract/index.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { openPostgresDatabase, type Database } from '#server/database/database.ts';
import { applySecondFactorRule } from '#server/sign-in/second-factor.ts';
import { clockOf, type Clock } from '#test/clock.ts';
import { openTestDatabase, type TestDatabase } from '#test/database.ts';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSession, callsAs, PASSWORD } from '#test/people.ts';
import { startReceiver } from '#test/receiver.ts';
import { newAddress } from '../refused.ts';
import { addOtherSchool } from './other-school.ts';
import { COLLEGE } from './scores.ts';
import { FIRST_DAY, playRound, SEASON, STUDENTS, TEAMS } from './season.ts';
import {
  BEGINNING,
  IDLE,
  PEOPLE,
  sessionOf,
  use,
  type Account,
  type Ballot,
  type Round,
  type Session,
  type Student,
  type Truth,
  type Who,
} from './truth.ts';

const SCHOOL = { name: 'Alder Creek', shortName: 'AC', isPremium: false };
const CASE = { name: 'Reed v. Alder', year: 2026, type: 'civil', area: null, isActive: true } as const;
/** The receiver is on this machine. */
const SETTINGS = { WEBHOOKS_TO: 'any' };

export type World = {
  database: Database;
  /** A connection like that of a command, such as backup. */
  connect(): Database;
  clock: Clock;
  product: InProcess;
  /** The program whose address webhooks have. */
  receiver: Receiver;
  schoolId: string;
  otherSchoolId: string;
  caseId: string;
  nedId: string;
  /** The calls of a person who reads everything at the school. */
  observer(truth: Truth): Promise<Calls>;
  /** Ends everybody’s session in the expected state, too. */
  forgetObserver(): void;
  /** A new process on the same database. */
  restart(truth: Truth): Promise<void>;
};

export const callsOf = (world: World, { token }: Pick<Session, 'token'>): Calls => callsAs(world.product, { token });
/** The calls of a person who is signed in. Each call uses the session. */
export function callsBy(world: World, truth: Truth, who: Who): Calls {
  const session = sessionOf(truth, who);
  if (session === undefined) throw new Error(`${who} is not signed in.`);
  use(truth, session);
  return callsOf(world, session);
}
export const visitor = (world: World) => world.product.browser({ address: newAddress() });

/** The ballot as it is now. */
export async function ballotNow(
  { keptBallots }: Calls,
  schoolId: string,
  { id, roundId }: Pick<Ballot, 'id' | 'roundId'>,
): Promise<KeptBallot> {
  const all = roundId === null ? keptBallots.waiting({ schoolId }) : keptBallots.ofRound({ schoolId, roundId });
  return (await all).find((ballot) => ballot.id === id)!;
}

type Begun = Pick<World, 'schoolId' | 'otherSchoolId' | 'caseId' | 'nedId'> & { observerId: string; truth: Truth };

type Receiver = Awaited<ReturnType<typeof startReceiver>>;

async function begin(database: Database, receiver: Receiver): Promise<Begun> {
  await clockOf(database).set(BEGINNING);
  const product = await startInProcess(SETTINGS, database);
  const sue = await addPerson(database, { name: 'Sue Root', dbManager: true });
  const schoolId = randomUUID();
  const admin = callsAs(product, sue);
  await admin.schools.add({ id: schoolId, ...SCHOOL });
  const roles = { Kim: 'primary', Ada: 'admin', Ben: 'admin', Pia: 'viewer', Dan: 'viewer' } as const;
  const accounts = {} as Record<Who, Account>;
  const sessions: Session[] = [];
  for (const who of PEOPLE) {
    const role = who === 'Sue' ? null : roles[who];
    const person = who === 'Sue' ? sue : await addPerson(database, { name: who, roles: { [schoolId]: role! } });
    accounts[who] = { id: person.userId, email: person.email, password: PASSWORD, role, codes: null, spentCodes: [] };
    sessions.push({ token: person.token ?? '', who, began: 0, ends: IDLE, isEnded: false });
  }
  const olive = await addPerson(database, { name: 'Olive', roles: { [schoolId]: 'primary' } });
  const calls = callsAs(product, olive);
  await calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
  const webhook = await calls.webhooks.make({ schoolId, url: receiver.url });
  const { id: caseId } = await admin.cases.add({ id: randomUUID(), ...CASE });
  const witness = { id: randomUUID(), caseId, name: 'Dr. Reed', side: 'p', type: 'expert' } as const;
  await admin.witnesses.add(witness);
  const teams: string[] = [];
  for (const name of TEAMS) teams.push((await calls.teams.add({ schoolId, id: randomUUID(), name })).id);
  const students: Student[] = [];
  for (const [index, name] of STUDENTS.entries()) {
    const { id, version } = await calls.students.add({ schoolId, id: randomUUID(), name, teamId: null });
    // Pia has a part on the P side of the first round, and Dan on the D side.
    const person = index === 0 ? 'Pia' : index === 2 ? 'Dan' : null;
    if (person !== null)
      await calls.students.update({ schoolId, id, version, changed: { userId: accounts[person].id } });
    students.push({ id, name, person, formerNames: [], classYear: null });
  }
  const harvest = { schoolId, id: randomUUID(), name: 'Harvest', season: SEASON, startsOn: FIRST_DAY, caseId };
  const tournament = await calls.tournaments.add(harvest);
  const rounds: Round[] = [];
  for (const [number, areBothOurs] of [
    [1, true],
    [2, false],
  ] as const) {
    const played = { number, areBothOurs, students: students.map(({ id }) => id) };
    rounds.push(...(await playRound(calls, { schoolId, teams }, tournament, played)));
  }
  const ned = await addPerson(database, { name: 'Ned' });
  const otherSchoolId = await addOtherSchool(product, admin);
  await admin.assignments.assign({ userId: accounts.Ada.id, schoolId: otherSchoolId, role: 'viewer' });
  const byId = <Entry extends { id: string }>(entries: Entry[]) => new Map(entries.map((entry) => [entry.id, entry]));
  const truth: Truth = {
    now: 0,
    keeps: true,
    until: null,
    shares: false,
    students: byId(students),
    teams: new Map(teams.map((id, index) => [id, TEAMS[index]!])),
    cases: new Map([[caseId, CASE.name]]),
    witnesses: new Map([[witness.id, witness.name]]),
    schools: new Map([[schoolId, SCHOOL.name]]),
    users: new Map((['Ada', 'Pia'] as const).map((who) => [accounts[who].id, who])),
    tournaments: byId([{ id: tournament.id, name: 'Harvest', season: SEASON, sheet: COLLEGE, isDated: true }]),
    sheets: new Map(),
    rounds: byId(rounds),
    ballots: new Map(),
    imports: new Map(),
    lineUps: new Map(),
    tryOuts: new Map(),
    ned: { email: ned.email, note: null, isConfirmed: false, deletedAt: null },
    others: new Map([[ned.email, null]]),
    colleagues: new Map(),
    deleted: [],
    forgotten: new Set(),
    accounts,
    sessions,
    links: [],
    cards: [],
    tokens: [],
    invitations: [],
    calendars: [],
    webhooks: [{ ...webhook, previous: null, isOn: true }],
    bulk: [],
    listed: [],
    roles: [],
    needsFactor: false,
    backup: null,
  };
  return { schoolId, otherSchoolId, caseId, nedId: ned.userId, observerId: olive.userId, truth };
}

async function openWorld(
  database: TestDatabase,
  receiver: Receiver,
  { observerId, truth: _, ...ids }: Begun,
): Promise<World> {
  const clock = clockOf(database);
  await clock.set(BEGINNING);
  let observing: { calls: Calls; until: number } | undefined;
  const world: World = {
    database,
    connect: () => openPostgresDatabase(database.fastUrl, { pool: 4, prepare: true }),
    clock,
    product: await startInProcess(SETTINGS, database),
    receiver,
    ...ids,
    observer: async (truth) => {
      if (observing === undefined || observing.until < truth.now) {
        const token = await addSession(database, observerId);
        observing = { calls: callsAs(world.product, { token }), until: truth.now + IDLE / 2 };
      }
      return observing.calls;
    },
    forgetObserver: () => void (observing = undefined),
    restart: async ({ needsFactor }) => {
      world.product = await startInProcess(
        { ...SETTINGS, REQUIRE_TOTP_FOR_SUPER_ADMINS: needsFactor ? 'on' : 'off' },
        database,
      );
      await applySecondFactorRule(database, world.product.settings);
      observing = undefined;
    },
  };
  return world;
}

/** The server’s connections: two people can do something at once. Each one plans its statements again after a restore. */
export const POOL = 2;

/** Creates one identical world after another in one database. */
export async function makeWorlds() {
  const database = await openTestDatabase({ pool: POOL, made: 'with a clock' });
  const receiver = await startReceiver();
  const begun = await begin(database, receiver);
  return {
    next: async () => {
      await database.reset();
      return { truth: structuredClone(begun.truth), world: await openWorld(database, receiver, begun) };
    },
    close: async () => {
      await receiver.close();
      await database.close();
    },
  };
}
