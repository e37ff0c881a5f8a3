// Ballots that support has handed over: they are assigned to a round, or deleted.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTests } from './open-page.tsx';
import { press, toast } from './admin-world.tsx';
import { seasonWorld } from './season-world.ts';

const { server, open } = pageTests();

async function openWaiting(between: (call: string) => Promise<undefined> | undefined = () => undefined) {
  const world = await seasonWorld(server().database);
  await open('/season/waiting', { token: world.coach.token, between });
  await screen.findByRole('heading', { name: 'Ballots without a round' });
  return world;
}
const rowOf = (id: string) =>
  server().database.owner.selectFrom('keptBallots').selectAll().where('id', '=', id).executeTakeFirst();

test('a waiting ballot gets its round and the next free judge number', async () => {
  const { waitingId, roundId } = await openWaiting();
  await screen.findByText(/P 112, D 112.*Handed over by Kim Keeper/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Assign' }).disabled).toBe(true);
  const round = screen.getByRole('combobox', { name: 'Round' });
  fireEvent.change(round, { target: { value: roundId } });
  await press('Assign');
  await toast('Ballot assigned to its round');
  expect(await rowOf(waitingId)).toMatchObject({ roundId, number: 2 });
  await screen.findByText('No ballot is waiting.');
});

test('a waiting ballot can be deleted, and once that is sent, its question offers to close it and not to cancel', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const { waitingId } = await openWaiting((call) => (call.endsWith('/remove') ? promise : undefined));
  await press('Delete');
  await screen.findByText(/cannot be reversed/);
  await screen.findByText('Cancel');
  await press('Delete');
  await screen.findByText('Close');
  expect(screen.queryByText('Cancel')).toBeNull();
  resolve(undefined);
  await toast('Ballot deleted successfully');
  await waitFor(async () => expect(await rowOf(waitingId)).toBeUndefined());
});

test('a viewer sees no waiting ballot', async () => {
  const { viewer } = await seasonWorld(server().database);
  await open('/season/waiting', { token: viewer.token });
  await screen.findByRole('heading', { level: 1, name: 'Objection sustained' });
  expect(screen.queryByText(/Handed over/)).toBeNull();
});
