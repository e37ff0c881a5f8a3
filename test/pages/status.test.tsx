// The status page.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** What the item with that heading says. */
const itemOf = async (name: string): Promise<string> =>
  (await screen.findByRole('heading', { level: 3, name })).closest('li')?.textContent ?? '';

test('the status page shows every service with its state and uptime, and the recent incidents', async () => {
  await open('/status');
  for (const [service, state, uptime, note] of [
    ['Case Management', 'Operational', '99.98', ''],
    ['Scoring System', 'Operational', '99.95', ''],
    ['Evidence Repository', 'Degraded', '97.32', 'ncreased latency for file uploads'],
    ['Database', 'Maintenance', '99.89', 'cheduled maintenance Thursdays 2-4 AM EST'],
  ] as const) {
    const card = await itemOf(service);
    for (const text of [state, `${uptime}%`, note]) expect(card).toContain(text);
  }
  const overall = within(screen.getByRole('region', { name: 'Overall status' }));
  overall.getByText('Operational');
  overall.getByText(/^99\.7%/);
  expect(await itemOf('Evidence Upload Delays')).toContain('Investigating');
  expect(await itemOf('Scheduled Maintenance')).toContain('Completed');
});

test('the status page says that there are no incidents', async () => {
  await server().database.owner.deleteFrom('incidents').execute();
  await open('/status');
  await screen.findByText('No recent incidents.');
});
