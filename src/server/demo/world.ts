// Generates schools, people, rosters and cases of any size from a fixed seed: a small world for the demo, a large one for
// measurements.
import type { Role, WitnessSide, WitnessType } from '#contract/words.ts';
import { WITNESS_SIDES, WITNESS_TYPES } from '#contract/words.ts';
import type { Tx } from '../database/database.ts';
import { insertAll, type RowOf } from '../database/insert-all.ts';
import { CASES, TEAMS, TOURNAMENTS, dice, personName, plainName, school } from './names.ts';

const SEED = 20_260_821;
const WITNESSES_PER_CASE = 9;

/** The size of the world. `password` is the hash of everyone's password. */
export type WorldSize = { schools: number; users: number; studentsPerSchool: number; password: string };
export type NamedPerson = { email: string; name: string; roles: Role[]; superAdmin?: boolean; dbManager?: boolean };

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Adds schools with their people and rosters, and cases with their witnesses. `named` people come first, in the first schools. */
export async function makeWorld(tx: Tx, size: WorldSize, named: readonly NamedPerson[] = []): Promise<void> {
  const roll = dice(SEED);
  const hex = (length: number) => times(length, () => roll(16).toString(16)).join('');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;

  const schools = times(size.schools, (index) => ({ id: uuid(), ...school(index) }));
  await insertAll(tx, 'schools', schools);

  const taken = new Set<string>();
  const emailOf = (name: string): string => {
    const plain = plainName(name);
    let email = `${plain}@demo.test`;
    for (let number = 2; taken.has(email); number += 1) email = `${plain}.${number}@demo.test`;
    taken.add(email);
    return email;
  };
  const special = named.map((person) => ({ id: uuid(), ...person }));
  for (const { email } of special) taken.add(email);
  const others = times(Math.max(0, size.users - named.length), (index) => {
    const name = personName(index);
    return { id: uuid(), name, email: emailOf(name) };
  });
  const users = [...special, ...others].map(({ id, email, name }) => ({ id, email, name }));
  await insertAll(tx, 'users', users);
  const passwords = users.map(({ id }) => ({ userId: id, hash: size.password }));
  await insertAll(tx, 'passwords', passwords);
  const admins = special.flatMap(({ id, superAdmin = false, dbManager = false }) =>
    superAdmin || dbManager ? [{ userId: id, dbManager }] : [],
  );
  await insertAll(tx, 'superAdmins', admins);

  const idOfSchool = (index: number): string => schools[index % schools.length]?.id ?? '';
  const assignments = special.flatMap(({ id, roles }) =>
    roles.map((role, index) => ({ userId: id, schoolId: idOfSchool(index), role })),
  );
  for (const [index, { id }] of others.entries()) {
    // One in twelve is not assigned yet, and one in seven belongs to a second school.
    if (index % 12 === 11) continue;
    const round = Math.floor(index / schools.length);
    const role: Role = round === 0 ? 'primary' : round % 4 === 1 ? 'admin' : 'viewer';
    assignments.push({ userId: id, schoolId: idOfSchool(index), role });
    if (index % 7 === 3) assignments.push({ userId: id, schoolId: idOfSchool(index + 1), role: 'viewer' });
  }
  await insertAll(tx, 'usersSchools', assignments);
  await makeRosters(tx, size, schools, { roll, uuid });
  await makeCases(tx, Math.max(CASES.length, Math.floor(size.users / 100)), uuid);
}

type Source = { roll: (sides: number) => number; uuid: () => string };

async function makeRosters(tx: Tx, size: WorldSize, schools: { id: string }[], { roll, uuid }: Source): Promise<void> {
  const teams: RowOf<'teams'>[] = [];
  const students: RowOf<'students'>[] = [];
  const tournaments: RowOf<'tournaments'>[] = [];
  for (const [index, { id }] of schools.entries()) {
    // The last school is new: all its lists are empty.
    if (index === schools.length - 1) continue;
    const own = TEAMS.slice(0, 1 + (index % TEAMS.length)).map((name) => ({ id: uuid(), schoolId: id, name }));
    teams.push(...own);
    const names = new Set(times(size.studentsPerSchool, () => personName(14 + roll(1200))));
    for (const name of names) {
      const team = own[roll(own.length + 1)];
      students.push({ id: uuid(), schoolId: id, name, teamId: team?.id ?? null });
    }
    for (const name of TOURNAMENTS.slice(0, index % 5)) tournaments.push({ id: uuid(), schoolId: id, name });
  }
  await insertAll(tx, 'teams', teams);
  await insertAll(tx, 'students', students);
  await insertAll(tx, 'tournaments', tournaments);
}

async function makeCases(tx: Tx, count: number, uuid: () => string): Promise<void> {
  const cases = times(count, (index) => {
    const [name, year, type, area, isActive] = CASES[index % CASES.length] ?? CASES[0];
    const round = Math.floor(index / CASES.length);
    return { id: uuid(), name: round === 0 ? name : `${name} (${round + 1})`, year, type, area, isActive };
  });
  await insertAll(tx, 'cases', cases);
  const witnesses = cases.flatMap(({ id }, caseIndex) =>
    times(WITNESSES_PER_CASE, (index) => {
      const side: WitnessSide = WITNESS_SIDES[index % WITNESS_SIDES.length] ?? 'p';
      const type: WitnessType = WITNESS_TYPES[(index + caseIndex) % WITNESS_TYPES.length] ?? 'other';
      return { id: uuid(), caseId: id, name: personName(14 + caseIndex * 31 + index * 7), side, type };
    }),
  );
  await insertAll(tx, 'witnesses', witnesses);
}
