// The Cases page.
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { addPerson } from '../people.ts';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

test('a case shows its type, area, activity and number of witnesses per side, and expands to their names', async () => {
  const { owner } = server().database;
  const { id: caseId } = await owner
    .insertInto('cases')
    .values({ name: 'State v. Doe', year: 2024, type: 'criminal', area: 'olt' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner.insertInto('cases').values({ name: 'Ray v. Park', year: 2023, type: 'civil', isActive: false }).execute();
  const called = { caseId, type: 'expert' } as const;
  await owner
    .insertInto('witnesses')
    .values([
      { ...called, name: 'Pat Prosecution', side: 'p' },
      { ...called, name: 'Drew Defense', side: 'd' },
      { ...called, name: 'Dana Defense', side: 'd' },
    ])
    .execute();
  await open('/cases', await addPerson(server().database));
  const line = await screen.findByText('State v. Doe - 2024 (3)');
  expect(screen.getByText('Active · Criminal · OLT · 1 Prosecution · 2 Defense')).toBeDefined();
  expect(screen.getByText('Ray v. Park - 2023 (0)')).toBeDefined();
  expect(screen.getByText('Inactive · Civil')).toBeDefined();
  fireEvent.click(line);
  expect(await screen.findByRole('heading', { name: 'Prosecution' })).toBeDefined();
  const defense = within((await screen.findByRole('heading', { name: 'Defense' })).parentElement!);
  expect(defense.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Dana Defense (Expert)',
    'Drew Defense (Expert)',
  ]);
});
