// The webhooks on the School page.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { openDeliveries } from '#server/webhooks/deliveries.ts';
import { openTargets } from '#server/webhooks/targets.ts';
import { MAX_WEBHOOKS } from '#contract/words.ts';
import { queryClient } from '#web/server/query-client.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { startReceiver, verify } from '../receiver.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests({ WEBHOOKS_TO: 'any' });
const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0)) await close();
});

async function world(role: 'primary' | 'admin' = 'primary') {
  const { database, settings } = server();
  const school = await addSchool(database, 'Home School');
  const person = await addPerson(database, { name: 'Robin Doe', roles: { [school.id]: role } });
  const receiver = await startReceiver(() => 200);
  const deliveries = openDeliveries({ database, log: pino({ level: 'silent' }), targets: openTargets(settings) });
  toClose.push(
    () => receiver.close(),
    () => deliveries.stop(),
  );
  const make = (url: string) => callsAs(server(), person).webhooks.make({ schoolId: school.id, url });
  return { database, school, receiver, deliveries, make, openSchool: () => open('/school', person) };
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = async (title: string, label: string) => {
  const dialog = await screen.findByRole('dialog', { name: title });
  fireEvent.click(within(dialog).getByRole('button', { name: label }));
};

test('a Primary Admin adds a webhook, sees its secret once, tests it, reads the answer, renews the secret and deletes it', async () => {
  const { database, receiver, deliveries, openSchool } = await world();
  await openSchool();
  fireEvent.change(await screen.findByLabelText('Address of the other program'), { target: { value: receiver.url } });
  press('Add webhook');
  const secret = (await screen.findByLabelText<HTMLInputElement>('Secret')).value;
  expect(document.activeElement).toBe(screen.getByLabelText('Secret'));
  await screen.findByText(/^Robin Doe added it on /);
  press(/^Send a test: webhook to 127\.0\.0\.1:/);
  await screen.findByText('Test sent. Its answer appears in the messages.');
  deliveries.wake();
  await waitFor(() => expect(receiver.received).toHaveLength(1));
  expect(verify(secret, receiver.received[0]!)).toMatchObject({ type: 'test' });
  // A message whose answer is still under way when deliveries stop is sent again.
  await waitFor(async () =>
    expect(await database.owner.selectFrom('webhookDeliveries').select('status').execute()).toEqual([{ status: 200 }]),
  );
  await deliveries.stop();
  fireEvent.click(screen.getByText('Messages'));
  await screen.findByText(/^Answered 200 in \d+ ms · 1 attempt$/);
  await screen.findByText('Answer 200');
  press(/^Renew secret: /);
  await confirm('Renew the secret?', 'Renew secret');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Secret').value).not.toBe(secret));
  expect(document.activeElement).toBe(screen.getByLabelText('Secret'));
  press(/^Delete: /);
  await confirm('Delete the webhook?', 'Delete webhook');
  await waitFor(() => expect(screen.queryByText(receiver.url)).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Webhooks' })));
});

test('a secret that a colleague has renewed since is no longer shown', async () => {
  const { school, receiver, openSchool } = await world();
  const colleague = callsAs(server(), await addPerson(server().database, { roles: { [school.id]: 'primary' } }));
  await openSchool();
  fireEvent.change(await screen.findByLabelText('Address of the other program'), { target: { value: receiver.url } });
  press('Add webhook');
  const { value: first } = await screen.findByLabelText<HTMLInputElement>('Secret');
  press(/^Renew secret: /);
  await confirm('Renew the secret?', 'Renew secret');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Secret').value).not.toBe(first));
  const [webhook] = await colleague.webhooks.ofSchool({ schoolId: school.id });
  await colleague.webhooks.renewSecret({ schoolId: school.id, id: webhook?.id ?? '' });
  await queryClient.invalidateQueries();
  await screen.findByText(/^Someone has renewed the secret since\./);
  expect(screen.queryByLabelText('Secret')).toBeNull();
  press(/^Renew secret: /);
  await confirm('Renew the secret?', 'Renew secret');
  await screen.findByLabelText('Secret');
});

test('a webhook that the server turned off says why, and is turned on again', async () => {
  const { database, receiver, openSchool } = await world();
  await openSchool();
  fireEvent.change(await screen.findByLabelText('Address of the other program'), { target: { value: receiver.url } });
  press('Add webhook');
  await screen.findByLabelText('Secret');
  await sql`update webhooks set off_since = now(), off_reason = 'failures'`.execute(database.owner);
  await openSchool();
  await screen.findByText(/^The server turned it off on .+, after repeated failures\./);
  press(/^Turn on: /);
  await screen.findByText(/^Robin Doe added it on /);
  // The change event may arrive before the answer, and until then the button is disabled.
  const turnOff = await screen.findByRole<HTMLButtonElement>('button', { name: /^Turn off: / });
  await waitFor(() => expect(turnOff.disabled).toBe(false));
  fireEvent.click(turnOff);
  await confirm('Turn off the webhook?', 'Turn off');
  await screen.findByText(/^Turned off on .+ Changes since then aren’t sent\./);
});

test('an address that can’t be used is refused with a message, and stays in its field', async () => {
  const { openSchool } = await world();
  await openSchool();
  const field = await screen.findByLabelText<HTMLInputElement>('Address of the other program');
  fireEvent.change(field, { target: { value: 'ftp://example.org' } });
  press('Add webhook');
  await screen.findByText(/The address must begin with https:\/\/ or http:\/\/\./);
  expect(field.value).toBe('ftp://example.org');
});

test('a school that has as many webhooks as it can have sees a message in place of the form', async () => {
  const { openSchool, make } = await world();
  for (let made = 1; made <= MAX_WEBHOOKS; made += 1) await make(`https://example.test/${made}`);
  await openSchool();
  await screen.findByText('A school can have at most 5 webhooks.');
  expect(screen.queryByLabelText('Address of the other program')).toBeNull();
  // Each button's name tells apart several webhooks to one host.
  press('Delete: webhook to example.test/5');
  await confirm('Delete the webhook?', 'Delete webhook');
  await screen.findByLabelText('Address of the other program');
});

test('an Admin sees no webhooks', async () => {
  const { openSchool } = await world('admin');
  await openSchool();
  await screen.findByRole('heading', { name: 'Calendar' });
  expect(screen.queryByRole('heading', { name: 'Webhooks' })).toBeNull();
});
