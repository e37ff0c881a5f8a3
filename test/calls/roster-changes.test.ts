// A school's admins edit its teams, students and tournaments. Viewers read them, and strangers see nothing.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { MAX_SIMILAR_TEAMS } from '#contract/rosters.ts';
import { asPerson } from '#server/database/database.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addSession, callsAs } from '../people.ts';

let server: InProcess;
let schoolId: string;
let otherSchoolId: string;
const people: Record<string, Calls> = {};
const as = (who: string): Calls => people[who] as Calls;
const ROSTERS = ['teams', 'students', 'tournaments'] as const;
type Form = { schoolId: string; id: string; name: string; teamId: string | null };
const entry = (name: string, school = schoolId): Form => ({ schoolId: school, id: randomUUID(), name, teamId: null });

const addUser = async (name: string, email = `${randomUUID()}@example.test`): Promise<string> => {
  const query = server.database.owner.insertInto('users').values({ name, email }).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
};
const addSchool = async (name: string): Promise<string> => {
  const query = server.database.owner.insertInto('schools').values({ name, shortName: 'X' }).returning('id');
  return (await query.executeTakeFirstOrThrow()).id;
};
/** The calls of a user's browser. */
const clientOf = async (userId: string): Promise<Calls> =>
  callsAs(server, { token: await addSession(server.database, userId) });

beforeAll(async () => {
  server = await startInProcess();
  schoolId = await addSchool('Alder Creek');
  otherSchoolId = await addSchool('Bellweather');
  for (const role of ['primary', 'admin', 'viewer'] as const) {
    const userId = await addUser(`The ${role}`);
    await server.database.owner.insertInto('usersSchools').values({ userId, schoolId, role }).execute();
    people[role] = await clientOf(userId);
  }
  const stranger = await addUser('The stranger');
  await server.database.owner
    .insertInto('usersSchools')
    .values({ userId: stranger, schoolId: otherSchoolId, role: 'primary' })
    .execute();
  people['stranger'] = await clientOf(stranger);
  people['signed out'] = callsAs(server);
});
afterAll(() => server.close());

// Only students have a team. The other two rosters reject the unknown field.
const add = (who: string, roster: (typeof ROSTERS)[number], form: Form) => {
  const { teamId, ...rest } = form;
  if (roster === 'students') return as(who).students.add({ ...rest, teamId });
  return as(who)[roster].add(rest);
};

describe.each(ROSTERS)('%s', (roster) => {
  test.each(['primary', 'admin'])('a school’s %s can add, rename and delete entries', async (who) => {
    const form = entry(`  ${who}’s own `);
    const added = await add(who, roster, form);
    expect(added).toMatchObject({ id: form.id, name: `${who}’s own`, version: 1 });
    expect(await add(who, roster, form)).toEqual(added);
    const renamed = await as(who)[roster].update({ schoolId, id: form.id, version: 1, changed: { name: 'Renamed' } });
    expect(renamed).toMatchObject({ name: 'Renamed', version: 2 });
    const stale = as(who)[roster].update({ schoolId, id: form.id, version: 1, changed: { name: 'Stale' } });
    await expect(stale).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
      data: { by: `The ${who}`, current: { name: 'Renamed' } },
    });
    await as(who)[roster].remove({ schoolId, id: form.id });
    await expect(as(who)[roster].remove({ schoolId, id: form.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await as(who)[roster].inSchool({ schoolId })).toEqual([]);
  });

  test('a name is unique within a school, ignoring case and accents', async () => {
    const form = entry('Łukasz');
    await add('primary', roster, form);
    const twin = entry('LUKASZ');
    await expect(add('admin', roster, twin)).rejects.toMatchObject({
      code: 'NAME_TAKEN',
      message: expect.stringMatching(/already has a/),
    });
    await add('stranger', roster, entry('Łukasz', otherSchoolId));
    const other = await add('primary', roster, entry('Other'));
    const taken = as('primary')[roster].update({ schoolId, id: other.id, version: 1, changed: { name: 'lukasz' } });
    await expect(taken).rejects.toMatchObject({ code: 'NAME_TAKEN' });
    await as('primary')[roster].remove({ schoolId, id: other.id });
    await as('primary')[roster].remove({ schoolId, id: form.id });
  });

  test.each([
    ['viewer', 'FORBIDDEN'],
    ['stranger', 'FORBIDDEN'],
    ['signed out', 'UNAUTHORIZED'],
  ])('a %s changes nothing', async (who, code) => {
    const form = entry('Kept');
    await add('primary', roster, form);
    await expect(add(who, roster, entry('Mine'))).rejects.toMatchObject({ code });
    const renaming = as(who)[roster].update({ schoolId, id: form.id, version: 1, changed: { name: 'Taken over' } });
    await expect(renaming).rejects.toMatchObject({ code });
    await expect(as(who)[roster].remove({ schoolId, id: form.id })).rejects.toMatchObject({ code });
    expect(await as('viewer')[roster].inSchool({ schoolId })).toMatchObject([{ name: 'Kept', version: 1 }]);
    await as('primary')[roster].remove({ schoolId, id: form.id });
  });

  test('are sorted by name, and numbers by their value', async () => {
    const names = ['Squad 10', 'squad 2', 'Ölund', 'Squad 1', 'Oman'];
    for (const name of names) await add('stranger', roster, entry(name, otherSchoolId));
    const all = (await as('stranger')[roster].inSchool({ schoolId: otherSchoolId })).map(({ name }) => name);
    expect(all.filter((name) => names.includes(name))).toEqual(['Ölund', 'Oman', 'Squad 1', 'squad 2', 'Squad 10']);
  });

  test('naming your school in a call doesn’t give access to another one', async () => {
    const theirs = await add('stranger', roster, entry('Theirs', otherSchoolId));
    const renaming = as('primary')[roster].update({ schoolId, id: theirs.id, version: 1, changed: { name: 'Mine' } });
    await expect(renaming).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(as('primary')[roster].remove({ schoolId, id: theirs.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(add('primary', roster, { ...entry('Mine'), id: theirs.id })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    await as('stranger')[roster].remove({ schoolId: otherSchoolId, id: theirs.id });
  });
});

test('a student can join only a team of the same school, and stays when the team is deleted', async () => {
  const team = await as('primary').teams.add({ schoolId, id: randomUUID(), name: 'Team A' });
  const foreign = await as('stranger').teams.add({ schoolId: otherSchoolId, id: randomUUID(), name: 'Team B' });
  const student = await as('admin').students.add({ ...entry('Student'), teamId: team.id });
  const moving = as('admin').students.update({ schoolId, id: student.id, version: 1, changed: { teamId: foreign.id } });
  await expect(moving).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await as('admin').teams.remove({ schoolId, id: team.id });
  expect(await as('viewer').students.inSchool({ schoolId })).toMatchObject([{ id: student.id, teamId: null }]);
});

test('a name read from paper finds the few most similar teams that the person may see', async () => {
  const teamEntry = (name: string, school = schoolId) => ({ schoolId: school, id: randomUUID(), name });
  const wanted = teamEntry('Kowalski Łódź 1284');
  await as('primary').teams.add(wanted);
  await as('stranger').teams.add(teamEntry('Kowalski Lodz 1284', otherSchoolId));
  for (let index = 1; index <= MAX_SIMILAR_TEAMS; index += 1)
    await as('primary').teams.add(teamEntry(`Bench ${index}`));
  const similar = await as('viewer').teams.similar({ name: 'kowalsky lodz 1234' });
  expect(similar[0]).toEqual({ id: wanted.id, name: wanted.name, school: 'X' });
  expect(similar).toHaveLength(MAX_SIMILAR_TEAMS);
  expect(similar.filter(({ name }) => name === 'Kowalski Lodz 1284')).toEqual([]);
});

test('a super admin finds the most similar teams of all schools through an index', async () => {
  const { database } = server;
  const userId = await addUser('The super admin');
  await database.owner.insertInto('superAdmins').values({ userId }).execute();
  const superAdmin = await clientOf(userId);
  const wanted = { schoolId: otherSchoolId, id: randomUUID(), name: 'Gavel & Ségur 4711' };
  await as('stranger').teams.add(wanted);
  for (const school of [schoolId, otherSchoolId]) {
    await sql`insert into teams (school_id, name) select ${school}, 'Many ' || n from generate_series(1, 1500) n`.execute(
      database.owner,
    );
  }
  await sql`analyze teams`.execute(database.owner);
  const similar = await superAdmin.teams.similar({ name: 'gavel segur 4717' });
  expect(similar[0]).toEqual({ id: wanted.id, name: wanted.name, school: 'X' });
  expect(similar).toHaveLength(MAX_SIMILAR_TEAMS);

  const plan = await asPerson(database, userId, (tx) =>
    sql<Record<string, string>>`
      explain select id from teams order by sort_name <-> searchable('gavel segur 4717') limit 20`.execute(tx),
  );
  expect(plan.rows.map((row) => Object.values(row)[0]).join('\n')).toContain('teams_by_likeness');
});
