// A Primary Admin asks for a colleague, and a super admin confirms with one call.
import { expect, test } from 'vitest';
import { MAX_COLLEAGUE_REQUESTS } from '#contract/words.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { mailbox, mailingProduct, product, tokenIn } from './mailing-product.ts';
import { refused } from './refused.ts';

mailingProduct();

const newEmail = (): string => `${crypto.randomUUID()}@example.test`;

async function world() {
  const { id: schoolId } = await addSchool(product.database, 'Birch Hollow');
  const primary = await addPerson(product.database, { name: 'Pri Mary', roles: { [schoolId]: 'primary' } });
  const staff = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const school = callsAs(product, primary).colleagueRequests;
  const asked = async (email: string) => {
    await school.ask({ schoolId, email, role: 'admin' });
    const id = (await staff.colleagueRequests.open()).find((each) => each.email === email)?.id ?? '';
    return { id, accept: () => staff.colleagueRequests.accept({ id }) };
  };
  return { schoolId, primary, school, staff, asked };
}

test('a person without an account is invited: the email’s link makes the account with the requested role', async () => {
  const { schoolId, school, asked } = await world();
  const email = newEmail();
  const { accept } = await asked(email);
  expect(await accept()).toMatchObject({ email, mailed: true });
  const letter = await mailbox.emailTo(email);
  const { session } = product.browser().calls;
  const token = tokenIn(letter);
  await session.acceptInvitation({ token, name: 'Col League', newPassword: 'seven geese in a canoe' });
  expect(await session.me()).toMatchObject({ email, roles: { [schoolId]: 'admin' } });
  expect(await school.open()).toEqual([]);
});

test('a person with an account is assigned, and the answer to the Primary Admin doesn’t say that there is one', async () => {
  const { schoolId, school, asked } = await world();
  const person = await addPerson(product.database, { name: 'Col League' });
  const { accept } = await asked(person.email);
  expect(await accept()).toBeNull();
  expect(await callsAs(product, person).session.me()).toMatchObject({ roles: { [schoolId]: 'admin' } });
  expect(await refused(school.ask({ schoolId, email: person.email, role: 'viewer' }))).toMatchObject({
    code: 'ALREADY_HERE',
  });
});

test('a request sent twice is one, two super admins who confirm it at once invite once, and then it is gone', async () => {
  const { schoolId, school, asked } = await world();
  const email = newEmail();
  const { id, accept } = await asked(email);
  await school.ask({ schoolId, email: email.toUpperCase(), role: 'viewer' });
  expect(await school.open()).toMatchObject([{ id, email, role: 'admin', askedBy: 'Pri Mary' }]);
  const both = await Promise.all([refused(accept()), refused(accept())]);
  expect(both.map(({ code }) => code).toSorted()).toEqual(['NOT_FOUND', 'none']);
  expect(await refused(school.remove({ schoolId, id }))).toMatchObject({ code: 'NOT_FOUND' });
});

test('a request ends when the person is assigned in another way', async () => {
  const { schoolId, school, staff, asked } = await world();
  const person = await addPerson(product.database, { name: 'Col League' });
  await asked(person.email);
  await staff.assignments.assign({ schoolId, userId: person.userId, role: 'viewer' });
  expect(await school.open()).toEqual([]);
});

test('a school’s open requests are limited, and withdrawing one makes room', async () => {
  const { schoolId, school } = await world();
  const ask = () => school.ask({ schoolId, email: newEmail(), role: 'viewer' });
  for (let each = 0; each < MAX_COLLEAGUE_REQUESTS; each += 1) await ask();
  expect(await refused(ask())).toMatchObject({ code: 'FULL' });
  const [first] = await school.open();
  await school.remove({ schoolId, id: first?.id ?? '' });
  await ask();
  expect(await school.open()).toHaveLength(MAX_COLLEAGUE_REQUESTS);
});
