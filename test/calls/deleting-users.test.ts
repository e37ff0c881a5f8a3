// Database managers can delete users, but not the last database manager.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

const managers = async (): Promise<string[]> => {
  const rows = await product.database.owner
    .selectFrom('superAdmins')
    .select('userId')
    .where('dbManager', '=', true)
    .execute();
  return rows.map(({ userId }) => userId);
};

test('a database manager can delete their own account only if another database manager remains', async () => {
  const manager = await addPerson(product.database, { dbManager: true });
  await addPerson(product.database, { superAdmin: true });
  const { users } = callsAs(product, manager);
  expect(await refused(users.remove({ userId: manager.userId }))).toEqual({
    code: 'LAST_DB_MANAGER',
    status: 409,
    message:
      'You are the only database manager, so your account can’t be deleted. Someone else has to become a database manager first.',
  });
  expect(await managers()).toEqual([manager.userId]);
  const successor = await addPerson(product.database, { dbManager: true });
  expect(await refused(users.remove({ userId: manager.userId }))).toEqual({ code: 'none' });
  expect(await managers()).toEqual([successor.userId]);
});

test('if two database managers delete each other at the same moment, one remains', async () => {
  const [first, second] = [
    await addPerson(product.database, { dbManager: true }),
    await addPerson(product.database, { dbManager: true }),
  ];
  const others = (await managers()).filter((id) => id !== first.userId && id !== second.userId);
  if (others.length > 0) await product.database.owner.deleteFrom('users').where('id', 'in', others).execute();
  await Promise.all([
    refused(callsAs(product, first).users.remove({ userId: second.userId })),
    refused(callsAs(product, second).users.remove({ userId: first.userId })),
  ]);
  expect(await managers()).toHaveLength(1);
});
