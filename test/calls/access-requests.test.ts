// Requests to join a school: who sees them, who decides, and what the search for a school reveals.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_REQUESTS_A_DAY, MAX_SCHOOL_SEARCHES_A_DAY } from '#contract/words.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

async function request(note = 'I coach the B team') {
  const school = await addSchool(product.database, 'Birch Hollow');
  const person = await addPerson(product.database, { name: 'Wendy Waiting' });
  const primary = await addPerson(product.database, { name: 'Pri Mary', roles: { [school.id]: 'primary' } });
  const superAdmin = await addPerson(product.database, { superAdmin: true });
  const mine = callsAs(product, person).accessRequests;
  await mine.ask({ schoolId: school.id, note });
  const [asked] = await mine.mine();
  return { school, person, primary, superAdmin, mine, id: asked?.id ?? '' };
}

test('a Primary Admin sees and confirms a request, and a super admin assigns the person', async () => {
  const { school, person, primary, superAdmin, mine, id } = await request();
  const atSchool = callsAs(product, primary).accessRequests;
  expect(await atSchool.toDecide()).toMatchObject([
    { id, name: 'Wendy Waiting', email: person.email, note: 'I coach the B team', confirmedBy: null },
  ]);
  await atSchool.confirm({ id, schoolId: school.id });
  expect(await refused(atSchool.accept({ id, role: 'viewer' }))).toMatchObject({ code: 'FORBIDDEN' });
  const staff = callsAs(product, superAdmin).accessRequests;
  const open = (await staff.toDecide()).find((each) => each.id === id);
  expect(open).toMatchObject({ schoolName: 'Birch Hollow', confirmedBy: 'Pri Mary' });
  await staff.accept({ id, role: 'admin' });
  expect(await callsAs(product, person).session.me()).toMatchObject({ roles: { [school.id]: 'admin' } });
  expect(await mine.mine()).toEqual([]);
  expect(await atSchool.toDecide()).toEqual([]);
  expect(await refused(staff.accept({ id, role: 'admin' }))).toMatchObject({ status: 404 });
});

test('a declined request is gone, and the person can ask again', async () => {
  const { school, primary, mine, id } = await request();
  await callsAs(product, primary).accessRequests.decline({ id, schoolId: school.id });
  expect(await mine.mine()).toEqual([]);
  await mine.ask({ schoolId: school.id, note: '' });
  expect(await mine.mine()).toHaveLength(1);
});

test('only the school’s Primary Admins see a request, not its Admins or those of other schools', async () => {
  const { school, id } = await request();
  const admin = await addPerson(product.database, { roles: { [school.id]: 'admin' } });
  const away = await addSchool(product.database, 'Away School');
  const stranger = await addPerson(product.database, { roles: { [away.id]: 'primary' } });
  for (const person of [admin, stranger]) {
    const { accessRequests } = callsAs(product, person);
    expect(await accessRequests.toDecide()).toEqual([]);
    expect(await refused(accessRequests.decline({ id, schoolId: school.id }))).toMatchObject({ status: 403 });
  }
  const named = callsAs(product, stranger).accessRequests.decline({ id, schoolId: away.id });
  expect(await refused(named)).toMatchObject({ status: 404 });
});

test('a withdrawn request is gone at the school, only the person withdraws it, and they can ask again', async () => {
  const { school, primary, superAdmin, mine, id } = await request();
  const stranger = await addPerson(product.database, { name: 'Stran Ger' });
  for (const other of [stranger, primary, superAdmin])
    expect(await refused(callsAs(product, other).accessRequests.withdraw({ id }))).toMatchObject({ status: 404 });
  await mine.withdraw({ id });
  expect(await mine.mine()).toEqual([]);
  expect(await callsAs(product, primary).accessRequests.toDecide()).toEqual([]);
  expect(await refused(mine.withdraw({ id }))).toMatchObject({ status: 404 });
  await mine.ask({ schoolId: school.id, note: '' });
  expect(await mine.mine()).toHaveLength(1);
});

test('a person can send ten requests a day, including those that were withdrawn or declined', async () => {
  const { school, mine, id } = await request();
  await mine.withdraw({ id });
  const answers = [];
  for (let at = 1; at <= MAX_REQUESTS_A_DAY; at += 1) {
    answers.push((await refused(mine.ask({ schoolId: school.id, note: '' }))).code);
    for (const open of await mine.mine()) await mine.withdraw({ id: open.id });
  }
  expect(answers).toEqual([...Array<string>(MAX_REQUESTS_A_DAY - 1).fill('none'), 'TOO_OFTEN']);
  await product.database.owner
    .updateTable('signInFailures')
    .set({ windowEnds: new Date(0) })
    .execute();
  await mine.ask({ schoolId: school.id, note: '' });
  expect(await mine.mine()).toHaveLength(1);
});

test('four simultaneous requests, with one already open, leave three open', async () => {
  const { person, mine } = await request();
  const schools = [];
  for (const name of ['Ash', 'Beech', 'Cedar', 'Elm']) schools.push(await addSchool(product.database, name));
  const asked = schools.map(({ id: schoolId }) =>
    refused(callsAs(product, person).accessRequests.ask({ schoolId, note: '' })),
  );
  const codes = (await Promise.all(asked)).map(({ code }) => code);
  expect(codes.toSorted()).toEqual(['TOO_MANY', 'TOO_MANY', 'none', 'none']);
  expect(await mine.mine()).toHaveLength(3);
});

test('asking twice makes one request, and a person has at most three open at a time', async () => {
  const { school, mine } = await request();
  await mine.ask({ schoolId: school.id, note: 'again' });
  expect(await mine.mine()).toHaveLength(1);
  for (const name of ['Two', 'Three'])
    await mine.ask({ schoolId: (await addSchool(product.database, name)).id, note: '' });
  const fourth = await addSchool(product.database, 'Four');
  expect(await refused(mine.ask({ schoolId: fourth.id, note: '' }))).toMatchObject({ code: 'TOO_MANY' });
  expect(await mine.mine()).toHaveLength(3);
});

test('an assignment made in any other way ends the request', async () => {
  const { school, person, superAdmin, mine } = await request();
  const { assignments } = callsAs(product, superAdmin);
  await assignments.assign({ userId: person.userId, schoolId: school.id, role: 'viewer' });
  expect(await mine.mine()).toEqual([]);
});

test('a search by three letters finds at most five schools, and nothing lists them all', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await addSchool(product.database, `Żółw Academy ${number}`);
  const { accessRequests } = callsAs(product, await addPerson(product.database));
  const found = async (search: string) => (await accessRequests.schoolsNamed({ search })).length;
  expect(await found('zol')).toBe(5);
  expect(await found('ŻÓŁW academy 3')).toBe(1);
  for (const search of ['', 'zo', ' z ', '   ', '%%%', '___', 'nothing like it']) expect(await found(search)).toBe(0);
});

test('a person can search a hundred times a day, so nobody can collect the names of all schools', async () => {
  const { id } = await addSchool(product.database, 'Unlisted Academy');
  const { accessRequests } = callsAs(product, await addPerson(product.database));
  const search = (text: string) => accessRequests.schoolsNamed({ search: text });
  for (let at = 0; at < MAX_SCHOOL_SEARCHES_A_DAY; at += 1) await search(`unl${at % 10 === 0 ? '' : at}`);
  expect(await refused(search('unlisted'))).toMatchObject({ code: 'TOO_OFTEN', status: 429 });
  // Fewer than three letters never search, and another person still can.
  expect(await search('un')).toEqual([]);
  const other = callsAs(product, await addPerson(product.database)).accessRequests;
  expect(await other.schoolsNamed({ search: 'unlisted' })).toMatchObject([{ id }]);
});

test('people don’t find the schools they belong to', async () => {
  const { id } = await addSchool(product.database, 'Quince College');
  const member = callsAs(product, await addPerson(product.database, { roles: { [id]: 'viewer' } })).accessRequests;
  expect(await member.schoolsNamed({ search: 'quince' })).toEqual([]);
});
