// A super admin copies the witnesses of one case into another.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { adminWorld, choose, press, toast } from './admin-world.tsx';
import { pageTests } from './open-page.tsx';

// Each test opens a page with a real server, which takes long while both cores are busy.
const { server, open } = pageTests();

const FROM = 'State v. Doe - 2024 (3)';

async function world() {
  const { database } = server();
  const made = await adminWorld(database);
  await database.owner
    .insertInto('witnesses')
    .values([
      { caseId: made.CASE, name: 'Dr. Reyes', side: 's', type: 'expert' },
      { caseId: made.CASE, name: 'Officer Okafor', side: 'd', type: 'police/investigator' },
      { caseId: made.EMPTYCASE, name: 'wit ness', side: 'p', type: 'other' },
    ])
    .execute();
  const witnesses = () =>
    database.owner
      .selectFrom('witnesses')
      .select(['name', 'side', 'type'])
      .where('caseId', '=', made.EMPTYCASE)
      .orderBy('sortName')
      .execute();
  return { ...made, witnesses };
}
const chooseCase = async () => {
  await screen.findByRole('option', { name: FROM });
  await choose('From', FROM);
};
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });

test('only the chosen witnesses are copied, and none that the case already has', async () => {
  const { manager, address, witnesses } = await world();
  await open(address('/admin?tab=cases&open=EMPTYCASE&view=witnesses'), manager);
  await press('Copy witnesses from another case');
  await chooseCase();
  expect((await box(/Wit Ness already in this case/)).disabled).toBe(true);
  expect((await box(/Dr\. Reyes Swing, Expert/)).checked).toBe(true);
  fireEvent.click(await box(/Officer Okafor/));
  await press('Copy 1 Witness');
  await toast('Witnesses copied successfully');
  expect(await witnesses()).toEqual([
    { name: 'Dr. Reyes', side: 's', type: 'expert' },
    { name: 'wit ness', side: 'p', type: 'other' },
  ]);
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Dr\. Reyes/ })).toBeNull());
});

test('after a lost answer, copying again adds nobody twice', async () => {
  const { manager, address, witnesses } = await world();
  let adds = 0;
  await open(address('/admin?tab=cases&open=EMPTYCASE&view=witnesses'), {
    ...manager,
    between: (call) => {
      if (call === 'witnesses/add' && ++adds === 2) throw new TypeError('The network is down.');
      return undefined;
    },
  });
  await press('Copy witnesses from another case');
  await chooseCase();
  await press('Copy 2 Witnesses');
  await toast('Failed to copy witnesses');
  await press(/^Copy \d Witness/);
  await toast('Witnesses copied successfully');
  expect((await witnesses()).map(({ name }) => name)).toEqual(['Dr. Reyes', 'Officer Okafor', 'wit ness']);
});
