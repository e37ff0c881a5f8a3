// Whatever people of one school change there, nobody at another school reads anything else than before: every reading call of the
// contract answers the same.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs, type Person } from '../people.ts';
import { CALLS } from '../permissions/rows.ts';
import { makeTarget, type Target } from '../permissions/target.ts';
import { answerOf, namesOf } from './recorded-answers.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

/** Cases and their witnesses are everybody’s. */
const isOfSchools = (name: string): boolean => !/^(?:cases|witnesses|deletedRecords)\./.test(name);
const READS = namesOf(false).filter(isOfSchools);
const CHANGES = namesOf(true).filter(isOfSchools);

/** What each reading call answers to each of these people. */
async function readAll(people: Record<string, Person>, target: Target): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  const readAs = async ([who, person]: [string, Person]): Promise<void> => {
    for (const name of READS) all[`${name}, ${who}`] = await answerOf(callsAs(product, person), name, target);
  };
  await Promise.all(Object.entries(people).map(readAs));
  return all;
}

/** A school with everything in it, and its people. The Viewer has played for it. */
async function schoolWithPeople() {
  const { database } = product;
  const target = await makeTarget(database);
  const member = (role: 'primary' | 'admin' | 'viewer') => addPerson(database, { roles: { [target.schoolId]: role } });
  const viewer = await member('viewer');
  await database.owner
    .updateTable('students')
    .set({ userId: viewer.userId })
    .where('id', '=', target.studentId)
    .execute();
  return { target, people: { primary: await member('primary'), admin: await member('admin'), viewer } };
}

test('what changes at one school changes no answer at another', async () => {
  const here = await schoolWithPeople();
  const superAdmin = await addPerson(product.database, { superAdmin: true });
  const before = await readAll(here.people, here.target);
  const told = Object.values(before).filter((answer) => answer.length > 100);
  expect(told.length, 'answers with something in them').toBeGreaterThan(40);
  const who = fc.infiniteStream(fc.constantFrom('primary', 'admin', 'super admin'));
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(CHANGES), who, async (changes, whoever) => {
      const there = await schoolWithPeople();
      const people: Record<string, Person> = { ...there.people, 'super admin': superAdmin };
      for (const name of changes)
        await CALLS[name]!(callsAs(product, people[whoever.next().value]), there.target).catch(() => {});
      expect(await readAll(here.people, here.target)).toEqual(before);
    }),
    { numRuns: 4 },
  );
});
