// An address can be typed, cut off, years old or written by an attacker. Every page ignores what it doesn't understand.
// The admin area, which keeps its state in the address, has a test of its own.
import { randomUUID } from 'node:crypto';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentToasts } from '../toasts.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

// Each address opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

const SIGNED_IN: [address: string, heading: string][] = [
  ['/?tab=nonsense&school=%00', 'User Dashboard'],
  ['/?school=1&school=2#nonsense', 'User Dashboard'],
  ['/cases?open=nonsense&search=%7B%22a%22%3A1%7D', 'Cases'],
  ['/cases?%E0%A4%A', 'Cases'],
  ['/school?school=00000000-0000-4000-8000-000000000000', 'School'],
  ['/school/sheets?open=nonsense&of=%00', 'Score sheets'],
  ['/school/sheets/nonsense?from=%5B1%5D', 'Objection sustained'],
  ['/season?season=nonsense&open=nonsense&of=%00', 'Season'],
  ['/season?season=2026-28&open=add', 'Season'],
  ['/season/import?season=%5B1%5D', 'Objection sustained'],
  ['/season/photos?open=nonsense', 'Objection sustained'],
  ['/season/students?role=nonsense&order=1', 'Objection sustained'],
  ['/season/students/nonsense', 'Objection sustained'],
  ['/season/line-up?a=nonsense', 'Objection sustained'],
  ['/season/rounds/nonsense/print', 'Objection sustained'],
  ['/settings?theme=nonsense&user=42', 'Settings'],
  ['/status?service=%5B%5D', 'Service Status'],
  ['/pricing?plan=nonsense', 'Subscription Options'],
  ['/privacy-and-security?section=nonsense', 'Privacy and Security'],
  ['/error-explanation?code=nonsense', 'Error Explanation'],
  ['/admin-test/blank-ballot?caseName=nonsense&side=%00', 'Print a blank ballot'],
  ['/admin-test/blank-ballot?sheet=%5B1%5D', 'Print a blank ballot'],
  ['/403?code=404', 'Objection sustained'],
  ['/cases/nonsense', 'This witness is not on the list'],
  ['/%E0%A4%A', 'This witness is not on the list'],
  ['/auth?from=nonsense', 'User Dashboard'],
  ['/auth?from=', 'User Dashboard'],
  ['/auth?from=%7B%22a%22%3A1%7D', 'User Dashboard'],
  ['/auth?from=/cases&from=/settings', 'User Dashboard'],
  ['/auth?from=https%3A%2F%2Fattacker.example%2Fcases', 'User Dashboard'],
  ['/auth?from=%2F%2Fattacker.example', 'User Dashboard'],
  ['/auth?from=%2F%5Cattacker.example', 'User Dashboard'],
  ['/auth?from=%2F%09%2Fattacker.example', 'User Dashboard'],
  ['/auth?from=javascript%3Aalert(1)', 'User Dashboard'],
  ['/auth?from=%2Fauth%3Ffrom%3D%2Fauth', 'User Dashboard'],
  ['/auth?from=%2Fcases%3Fopen%3Dnonsense', 'Cases'],
  ['/auth?from=%2Fnonsense', 'This witness is not on the list'],
];

test.each(SIGNED_IN)('%s shows “%s” to a member of a school', async (address, heading) => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const { origin } = location;
  await open(address, await addPerson(database, { roles: { [id]: 'viewer' } }));
  await screen.findByRole('heading', { level: 1, name: heading });
  expect(location.origin).toBe(origin);
  expect(screen.queryByText('Something went wrong')).toBeNull();
  expect(currentToasts()).toEqual([]);
});

test.each(['/auth?from=nonsense', '/auth?from=%2F%09%2Fattacker.example', '/auth?from=%5B1%5D', '/?school=nonsense'])(
  '%s asks a signed-out visitor to sign in',
  async (address) => {
    await open(address);
    await screen.findByRole('heading', { level: 1, name: 'Sign In' });
  },
);

test('a remembered school that no longer exists is forgotten, and the page asks for another', async () => {
  const { database } = server();
  const { id } = await addSchool(database, 'Home School');
  const { id: otherId } = await addSchool(database, 'Other School');
  const viewer = await addPerson(database, { roles: { [id]: 'viewer', [otherId]: 'viewer' } });
  localStorage.setItem('school', randomUUID());
  await open('/school', viewer);
  await screen.findByRole('heading', { level: 1, name: 'Well this is awkward...' });
  await waitFor(() => expect(localStorage.getItem('school')).toBeNull());
});
