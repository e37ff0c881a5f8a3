// An address can be typed, cut off or years old. The admin area ignores what it does not understand.
import { screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAdminAddress } from '#web/pages/admin/address.ts';
import { router } from '#web/routes.tsx';
import { currentToasts } from '../toasts.ts';
import { addPerson, addSchool } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();
const HOME_SCHOOL = { name: 'Home School' };

/** SCHOOL is replaced by the id of a school. */
const ADDRESSES: [rule: string, address: string, shown: { table?: string; dialog?: string }][] = [
  ['an unknown tab is the first tab', 'tab=nonsense', { table: 'Schools' }],
  ['a tab named twice is the first tab', 'tab=users&tab=cases', { table: 'Schools' }],
  ['a search that is no text is no search', 'search=%7B%22a%22%3A1%7D', { table: 'Schools' }],
  ['an unknown column searches all columns', 'search=home&column=nonsense', { table: 'Schools' }],
  ['a column of another tab searches all columns', 'search=home&column=email', { table: 'Schools' }],
  ['an unknown sort order is the usual one', 'sort=nonsense&descending=nonsense', { table: 'Schools' }],
  ['a sort order of another tab is the usual one', 'tab=users&sort=shortName', { table: 'Users' }],
  ['an unknown value of a filter is no filter', 'isPremium=perhaps', { table: 'Schools' }],
  ['a filter of another tab is no filter', 'tab=users&isPremium=true&type=civil', { table: 'Users' }],
  ['a school that cannot be one is no filter', 'tab=users&schoolId=nonsense', { table: 'Users' }],
  ['an id that cannot be one opens nothing', 'open=nonsense', { table: 'Schools' }],
  ['an id that is a number opens nothing', 'open=42&view=delete', { table: 'Schools' }],
  ['users cannot be added, so their form does not open', 'tab=users&open=new', { table: 'Users' }],
  ['an unknown view of a record is its details', 'open=SCHOOL&view=nonsense', { dialog: 'School Details' }],
  ['a view of another tab is the details', 'open=SCHOOL&view=witnesses', { dialog: 'School Details' }],
  [
    'an unknown sub-view is the current list',
    'open=SCHOOL&view=assignments&adding=nonsense',
    { dialog: 'School Assignments' },
  ],
  ['an unknown subject shows the whole history', 'open=history&subject=nonsense', { dialog: 'Everything' }],
  ['an unknown parameter changes nothing', 'nonsense=%00&tab=schools', { table: 'Schools' }],
];

test.each(ADDRESSES)('%s', async (_rule, address, { table, dialog }) => {
  const { database } = server();
  const { id } = await addSchool(database, HOME_SCHOOL.name);
  const manager = await addPerson(database, { dbManager: true });
  await open(`/admin?${address.replace('SCHOOL', id)}`, manager);
  if (table !== undefined) {
    await screen.findByRole('table', { name: table });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sorted = screen.getAllByRole('columnheader').map((heading) => heading.getAttribute('aria-sort'));
    expect(sorted).toContain('ascending');
  } else {
    await waitFor(() => expect(screen.getByRole('dialog').textContent).toContain(dialog));
  }
  expect(screen.queryByText('Something went wrong')).toBeNull();
  expect(currentToasts()).toEqual([]);
});

const NUMBERS = ['1e3', '495649e7', '-0', '1.0', '007', '42', '12345678901234567890'];
const typed = fc.oneof(
  fc.constantFrom(...NUMBERS, 'true', 'null', '"quoted"', '[1]'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 50 }),
);
const searchIn = (address: string): unknown => readAdminAddress(router.options.parseSearch(address)).search;

test('a search that was typed into the page is unchanged when its address is opened again', () => {
  fc.assert(
    fc.property(typed, (search) => {
      const { searchStr } = router.buildLocation({ to: '/admin', search: { search } });
      expect(searchIn(searchStr)).toBe(search);
    }),
  );
});

test.each(NUMBERS)('the search for %s in an address typed by hand is not rounded', (search) => {
  expect(searchIn(`?search=${search}`)).toBe(search);
});
