// A new installation in production has no demo world, so nobody could sign in: the start says how to add the first person.
import { expect, test } from 'vitest';
import { openPostgresDatabase } from '#server/database/database.ts';
import { peopleCommand } from '#server/people/people.ts';
import { newPostgresUrl } from './databases.ts';
import { startNode } from './nodes.ts';

test('a production start without people prints the commands that add the first, and no other start does', async () => {
  const url = await newPostgresUrl('migrated');
  const started = async (): Promise<string> => {
    const node = await startNode(url, { NODE_ENV: 'production' });
    await node.stop();
    return node.printed();
  };
  const commands = [...(await started()).matchAll(/npm run people -- (.*)/g)].map(([, line = '']) => line.split(' '));
  expect(commands).toHaveLength(2);
  const database = openPostgresDatabase(url, { pool: 2, prepare: true });
  for (const command of commands) await peopleCommand(command)(database);
  expect(await peopleCommand(['list'])(database)).toMatch(/you@example\.org.*database manager/);
  await database.close();
  expect(await started()).not.toContain('npm run people');
});
