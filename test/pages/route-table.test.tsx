// Every row of the route table, opened by each kind of person: the page at the address, or where it leads. Results that are equal for
// everyone are written once. test/journeys/route-table.spec.ts loads some of these addresses in a browser.
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { router } from '#web/routes.tsx';
import { addPerson, addSchool, type Person } from '../people.ts';
import { leave, pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** The level-1 heading, and the path if it differs from the requested one. */
type Answer = string | { heading: string; path: string };
type Row = { path: string; answers: Record<'signed out' | 'user' | 'super', Answer> };

const unauthenticated = 'Please state your name for the record';
const forbidden = 'Objection sustained';
const notFound = 'This witness is not on the list';
const dashboard = { heading: 'User Dashboard', path: '/' };

const forAll = (path: string, heading: string): Row => ({
  path,
  answers: { 'signed out': heading, user: heading, super: heading },
});
const forSignedIn = (path: string, heading: string): Row => ({
  path,
  answers: { 'signed out': unauthenticated, user: heading, super: heading },
});
const forSuperAdmins = (path: string, heading: string): Row => ({
  path,
  answers: { 'signed out': unauthenticated, user: forbidden, super: heading },
});

const table: Row[] = [
  {
    path: '/',
    answers: { 'signed out': { heading: 'Sign In', path: '/auth' }, user: 'User Dashboard', super: 'User Dashboard' },
  },
  { path: '/auth', answers: { 'signed out': 'Sign In', user: dashboard, super: dashboard } },
  forSuperAdmins('/admin', 'Admin Dashboard'),
  forSuperAdmins('/admin-test', 'Courtside Ballot Processor'),
  forSignedIn('/cases', 'Cases'),
  forSignedIn('/settings', 'Settings'),
  forAll('/privacy-and-security', 'Privacy and Security'),
  forAll('/error-explanation', 'Error Explanation'),
  forAll('/status', 'Service Status'),
  forAll('/pricing', 'Subscription Options'),
  forAll('/404', notFound),
  forAll('/403', forbidden),
  forAll('/401', unauthenticated),
  forAll('/418', 'The court is a teapot'),
  forAll('/503', 'The court is in recess'),
  forAll('/402', 'A filing fee is due'),
  forAll('/500', 'The gavel broke mid-sentence'),
  forAll('/429', 'One question at a time, counsel'),
  forAll('/any/other/path', notFound),
  forAll('/user-dashboard', notFound),
  forAll('/STATUS', notFound),
  // Without a selected school. A separate test below covers the row with one.
  { path: '/school', answers: { 'signed out': unauthenticated, user: dashboard, super: dashboard } },
];

const actors = {
  'a signed-out visitor': ['signed out', async () => undefined],
  'a viewer': [
    'user',
    async () => {
      const { id } = await addSchool(server().database, 'Home School');
      return addPerson(server().database, { roles: { [id]: 'viewer' } });
    },
  ],
  'a person without a school': ['user', () => addPerson(server().database)],
  'a super admin': ['super', () => addPerson(server().database, { superAdmin: true })],
} satisfies Record<string, [keyof Row['answers'], () => Promise<Person | undefined>]>;

test.each(Object.keys(actors) as (keyof typeof actors)[])(
  'every address behaves as specified for %s, with its heading as its title and the navigation for people who are signed in',
  async (who) => {
    const [column, makePerson] = actors[who];
    await open('/status', { token: (await makePerson())?.token });
    await screen.findByRole('heading', { level: 1, name: 'Service Status' });
    for (const { path, answers } of table) {
      // A viewer's only school is selected automatically on the first page with the layout.
      if (path === '/school' && who === 'a viewer') continue;
      await leave();
      await router.navigate({ href: path });
      const answer = answers[column];
      const wanted = typeof answer === 'string' ? { heading: answer, path } : answer;
      await waitFor(() => {
        const heading = screen.queryByRole('heading', { level: 1 })?.textContent;
        const { title } = document;
        const shown = { asked: path, heading, path: location.pathname, title };
        expect(shown).toEqual({ asked: path, title: `${wanted.heading} · Courtside`, ...wanted });
      });
      const navigations = screen.queryAllByRole('navigation', { name: 'Main' });
      expect(navigations, path).toHaveLength(column === 'signed out' ? 0 : 1);
    }
    const ofSuperAdmins = screen.queryAllByRole('link', { name: /^Admin/ }).map(({ textContent }) => textContent);
    expect(ofSuperAdmins).toEqual(column === 'super' ? ['Admin Test', 'Admin'] : []);
  },
);
