// The dashboard in a document, with the real client and the real server in this process: nothing between them is replaced
// but the wire. One test a file, as one page load is one app.
import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import App from '#web/app.tsx';
import { queryClient } from '#web/query-client.ts';
import { router } from '#web/routes.tsx';
import { loadSession } from '#web/session.ts';
import { theme } from '#web/theme.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool } from '../people.ts';

let server: InProcess;
const overTheWire = globalThis.fetch;

beforeEach(async () => {
  server = await startInProcess();
});
afterEach(async () => {
  globalThis.fetch = overTheWire;
  queryClient.clear();
  localStorage.clear();
  await server.close();
});

/** Shows the app at an address, as the person with this session; without one, as a signed-out visitor. */
async function open(path: string, token?: string): Promise<void> {
  const browser = server.browser(token === undefined ? {} : { token });
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    return browser.request(pathname, { method: request.method, headers: request.headers, body: await request.text() });
  };
  await loadSession();
  router.history.push(path);
  render(
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <App />
    </MantineProvider>,
  );
}

test('a viewer finds the people of the school by role, and its rosters', async () => {
  const { id } = await addSchool(server.database, 'Home School');
  const viewer = await addPerson(server.database, { name: 'Vera O’Brien', roles: { [id]: 'viewer' } });
  await addPerson(server.database, { name: 'Łukasz Primary', roles: { [id]: 'primary' } });
  await open('/', viewer.token);
  const primaries = await screen.findByRole('region', { name: 'Primary Admins' });
  expect(await within(primaries).findByText(/Łukasz Primary/)).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Admins' })).getByText('No users found')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Viewers' })).getByText(/Vera O’Brien/)).toBeDefined();
  expect(await within(screen.getByRole('region', { name: 'Teams' })).findByText('Home School One')).toBeDefined();
});
