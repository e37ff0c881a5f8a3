// The commands that support staff use to manage people.
import { afterAll, beforeAll, expect, test } from 'vitest';
import bcrypt from 'bcryptjs';
import { helpText, peopleCommand } from '#server/people/people.ts';
import { CannotStart } from '#server/settings.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { PASSWORD, addPerson, addSchool, callsAs } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const people = async (...args: string[]): Promise<string> => peopleCommand(args)(product.database);
const refusal = (...args: string[]): Promise<string> =>
  people(...args).then(
    (text) => expect.unreachable(text),
    (error: unknown) => {
      expect(error).toBeInstanceOf(CannotStart);
      return (error as CannotStart).message;
    },
  );
const passwordIn = (text: string): string => /: (\S{16})\n/.exec(text)?.[1] ?? '';

test('a new user signs in with the printed password and must change it first', async () => {
  const password = passwordIn(await people('add', 'New.Person@Example.test', 'New', 'Person'));
  const { calls } = product.browser();
  const me = await calls.session.signIn({ email: 'new.person@example.test', password });
  expect(me).toMatchObject({ name: 'New Person', mustChangePassword: true });
  await expect(calls.cases.overview()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await calls.session.changePassword({ currentPassword: password, newPassword: 'one of my own choosing' });
  expect(await calls.cases.overview()).toEqual([]);
});

test('a user with an imported bcrypt hash signs in with the same password', async () => {
  const hash = await bcrypt.hash('from the old system', 5);
  await people('add', 'imported@example.test', 'Imported Person', '--bcrypt-hash', hash);
  const { session } = product.browser().calls;
  const me = await session.signIn({ email: 'imported@example.test', password: 'from the old system' });
  expect(me.mustChangePassword).toBe(false);
  for (const unusable of ['nonsense', hash.replace('$05$', '$13$'), hash.replace('$05$', '$99$')]) {
    expect(await refusal('add', 'b@example.test', 'B', '--bcrypt-hash', unusable)).toMatch(/not a bcrypt hash/);
  }
});

test('an email with letters of any alphabet can sign in', async () => {
  const password = passwordIn(await people('add', 'Jürgen@schule.example', 'Jürgen'));
  const { session } = product.browser().calls;
  expect(await session.signIn({ email: 'jürgen@schule.example', password })).toMatchObject({ name: 'Jürgen' });
});

test('a second user with the same email is refused, ignoring case', async () => {
  await people('add', 'twice@example.test', 'Once');
  expect(await refusal('add', 'TWICE@example.test', 'Again')).toBe(
    'There is already a user with the email twice@example.test.',
  );
});

test('invalid arguments are refused with a sentence', async () => {
  expect(await refusal('add', 'Jane Doe', 'jane@example.test')).toMatch(/"Jane Doe" is not an email address/);
  expect(await refusal('add', 'a@example.test', ' ')).toMatch(/enter a name/);
  expect(await refusal('add', 'a@example.test')).toMatch(/^Usage: add/);
  expect(await refusal('dance')).toMatch(/no command "dance"/);
  expect(await refusal('toString')).toMatch(/no command/);
  expect(await refusal('list', '--everything')).toMatch(/--everything/);
  expect(await refusal('end-sessions', 'unknown@example.test')).toMatch(/no user with the email/);
  const { email } = await addPerson(product.database);
  expect(await refusal('assign', email, 'Nowhere')).toMatch(/no school/);
  expect(await refusal('grant', email, 'everything')).toBe(
    '"everything" is not a right. Choose super-admin, db-manager.',
  );
});

test('a new password ends all sessions and clears failed attempts', async () => {
  const { database } = product;
  const person = await addPerson(database);
  const { email } = person;
  const { session } = product.browser().calls;
  for (let index = 0; index < 10; index += 1) await session.signIn({ email, password: 'wrong' }).catch(() => {});
  const password = passwordIn(await people('set-password', email));
  expect(await callsAs(product, person).session.me()).toBeNull();
  expect(await session.signIn({ email, password })).toMatchObject({ mustChangePassword: true });
});

test('a user with a new email stays the same person, and a taken email is refused', async () => {
  const { database } = product;
  const school = await addSchool(database, 'Email Academy');
  const person = await addPerson(database, { roles: { [school.id]: 'admin' } });
  expect(await people('set-email', person.email, ' New.Address@Example.test')).toBe(
    `${person.email} is now new.address@example.test, and signs in with that. Sessions, password and assignments stay.`,
  );
  const wanted = { id: person.userId, email: 'new.address@example.test', roles: { [school.id]: 'admin' } };
  expect(await callsAs(product, person).session.me()).toMatchObject(wanted);
  const { session } = product.browser().calls;
  expect(await session.signIn({ email: 'new.address@example.test', password: PASSWORD })).toMatchObject(wanted);
  await expect(session.signIn({ email: person.email, password: PASSWORD })).rejects.toMatchObject({ status: 401 });

  const other = await addPerson(database);
  expect(await refusal('set-email', other.email, 'NEW.address@example.test')).toBe(
    'There is already a user with the email new.address@example.test.',
  );
  expect(await refusal('set-email', person.email, 'free@example.test')).toMatch(/no user with the email/);
  expect(await callsAs(product, other).session.me()).toMatchObject({ email: other.email });
});

test('flags change immediately, and removing the last super admin needs confirmation', async () => {
  const person = await addPerson(product.database);
  const { email } = person;
  const flags = async () => {
    const me = await callsAs(product, person).session.me();
    return [me?.isSuperAdmin, me?.isDbManager];
  };
  await people('grant', email, 'super-admin');
  expect(await flags()).toEqual([true, false]);
  await people('grant', email, 'db-manager');
  await people('grant', email, 'super-admin');
  expect(await flags()).toEqual([true, true]);
  await people('revoke', email, 'db-manager');
  expect(await flags()).toEqual([true, false]);
  expect(await people('revoke', email, 'super-admin')).toMatch(/no super admin left/);
  expect(await flags()).toEqual([false, false]);
});

test('a user is assigned to a school by ID, name or short name, and unassigned again', async () => {
  const school = await addSchool(product.database, "Zebra's School");
  const person = await addPerson(product.database);
  const roles = async () => (await callsAs(product, person).session.me())?.roles;
  await people('assign', person.email, "Zebra's School");
  expect(await roles()).toEqual({ [school.id]: 'viewer' });
  await people('assign', person.email, school.id, 'primary');
  expect(await roles()).toEqual({ [school.id]: 'primary' });
  await people('unassign', person.email, 'Zeb');
  expect(await roles()).toEqual({});
  expect(await refusal('unassign', person.email, 'Zeb')).toMatch(/not assigned/);
  await addSchool(product.database, 'Zebra Too');
  expect(await refusal('assign', person.email, 'Zeb')).toMatch(/Several schools/);
});

test('support can end all sessions of a user', async () => {
  const person = await addPerson(product.database);
  expect(await people('end-sessions', person.email)).toMatch(/Ended 1 sessions/);
  expect(await callsAs(product, person).session.me()).toBeNull();
});

test('a user is removed only after confirmation', async () => {
  const person = await addPerson(product.database);
  expect(await refusal('remove', person.email)).toMatch(/--yes/);
  await people('remove', person.email, '--yes');
  expect(await refusal('remove', person.email, '--yes')).toMatch(/no user/);
});

test('users are found by part of their name, ignoring accents, and the help lists every command', async () => {
  await addPerson(product.database, { name: 'Łukasz Fünd' });
  expect(await people('list', 'lukasz fund')).toMatch(/Łukasz Fünd\t\tnever signed in\n1 users/);
  for (const name of [
    'add',
    'list',
    'set-email',
    'set-password',
    'grant',
    'revoke',
    'end-sessions',
    'assign',
    'unassign',
    'remove',
  ]) {
    expect(helpText()).toContain(`  ${name} `);
  }
});
