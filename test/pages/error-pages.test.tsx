// The error pages, and the page that explains their codes.
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('each code of the error explanation links to its page, and 503 to the status page', async () => {
  await open('/error-explanation');
  for (const code of ['404', '401', '403', '402', '500', '503', '418', '429']) {
    const link = await screen.findByRole('link', { name: code });
    expect(link.getAttribute('href')).toBe(`/${code}`);
    fireEvent.click(link);
    await screen.findByText((_, element) => element?.textContent === `Error ${code}`);
    fireEvent.click(screen.getByRole('button', { name: 'Go Back' }));
    await screen.findByRole('heading', { level: 1, name: 'Error Explanation' });
  }
  fireEvent.click(screen.getByRole('link', { name: 'See the status page' }));
  await screen.findByRole('heading', { level: 1, name: 'Service Status' });
});

test('every error page says what to do next', async () => {
  await open('/status', await addPerson(server().database));
  for (const [code, heading, name, leadsTo] of [
    ['404', 'This witness is not on the list'],
    ['403', 'Objection sustained'],
    ['401', 'Please state your name for the record', 'Authenticate', '/auth'],
    ['418', 'The court is a teapot'],
    ['503', 'The court is in recess', 'Check Docket Status', '/status'],
    ['402', 'A filing fee is due', 'View Subscription Options', '/pricing'],
    ['429', 'One question at a time, counsel'],
    ['500', 'The gavel broke mid-sentence'],
  ] as const) {
    await router.navigate({ href: `/${code}` });
    await screen.findByRole('heading', { level: 1, name: heading });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    main.getByRole('button', { name: 'Go Back' });
    main.getByRole('link', { name: 'Report a bug or feature request' });
    if (name !== undefined) expect(main.getByRole('link', { name }).getAttribute('href')).toBe(leadsTo);
    if (code === '403') main.getByText('You lack proper authentication');
    if (code === '402') main.getByText('This feature requires additional access privileges');
    if (code === '500') main.getByRole('button', { name: 'Return After Recess' });
  }
});
