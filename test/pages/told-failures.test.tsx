// What fails or is not there is said, to everybody.
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { CopyId } from '#web/components/copy-id.tsx';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const refused = (call: string) => (asked: string) =>
  asked === call
    ? new Response('{"json":{"defined":false,"code":"BAD_REQUEST","status":400,"message":"No."}}', { status: 400 })
    : undefined;

test('where one is signed in is said to be unknown when it cannot be loaded', async () => {
  const { token } = await addPerson(server().database);
  await open('/settings', { token, between: refused('session/mine') });
  const list = await screen.findByRole('region', { name: 'Signed in' });
  await within(list).findByText('The list could not be loaded.');
});

test('the status page says that there are no incidents', async () => {
  await server().database.owner.deleteFrom('incidents').execute();
  await open('/status');
  await screen.findByText('No recent incidents.');
});

test('incidents that could not be loaded are not none', async () => {
  await open('/status', { between: refused('status/incidents') });
  await screen.findByText('The incidents could not be loaded.');
});

test('an ID that could not be copied is not said to be copied', async () => {
  await open('/settings', await addPerson(server().database));
  const copy = await screen.findByRole('button', { name: 'Copy user ID', hidden: true });
  // jsdom has no clipboard, as a browser has none without HTTPS.
  fireEvent.click(copy);
  await waitFor(() => expect(copy.textContent).toBe('Not copied'));
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText: async () => {} } }));
  fireEvent.click(copy);
  await waitFor(() => expect(copy.textContent).toBe('Copied'));
  vi.unstubAllGlobals();
  await waitFor(() => expect(copy.textContent).toBe('Copy'));
});

test('an ID in a list that could not be copied says so where it stands', async () => {
  render(
    <MantineProvider>
      <CopyId id="5f3c1d1e-0000-4000-8000-000000000000" of="Home School" />
    </MantineProvider>,
  );
  const id = screen.getByRole('button', { name: '5f3c1d1e, copy ID of Home School' });
  fireEvent.click(id);
  await waitFor(() => expect(id.textContent).toBe('Not copied'));
});
