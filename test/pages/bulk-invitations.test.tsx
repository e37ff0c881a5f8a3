// Inviting people by a file on the screen. jsdom can't send files, so the preview is given here.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { callsAs } from '../people.ts';
import { adminWorld, press } from './admin-world.tsx';
import { answerOf } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** Imports a file that invites so many people. */
async function inviteByFile(count: number) {
  const { manager, SCHOOL } = await adminWorld(server().database);
  const rows = Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    label: `new${index}@example.test`,
    state: 'new',
    message: 'Will be invited.',
    differences: [],
    change: { email: `new${index}@example.test`, schoolId: SCHOOL, role: 'viewer' },
    was: {},
  }));
  let calls = 0;
  await open('/admin?tab=users', {
    ...manager,
    between: (call) => {
      if (call === 'users/previewImport') return answerOf({ ignored: [], rows });
      if (call === 'invitations/inviteMany') calls += 1;
      return undefined;
    },
  });
  await press('Import and export users');
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [new File([''], 'list.csv')] } });
  await press(`Import ${count} rows`);
  await screen.findByText(`${count} rows changed.`);
  const invited = await callsAs(server(), manager).invitations.ofSchool({ schoolId: SCHOOL });
  return { calls, invited: invited.length };
}

test('a file invites a few people at a time, because each call sends its emails within seconds', async () => {
  expect(await inviteByFile(25)).toEqual({ calls: 3, invited: 25 });
});

test('the dialog asks before it closes without the links of invitations, which are shown only once', async () => {
  await inviteByFile(2);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:links');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await press('Done');
  await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await press('Keep editing');
  await press('Download the links');
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an invitation that was accepted before the Undo is left, and the Undo says so', async () => {
  await inviteByFile(2);
  await server().database.owner.deleteFrom('invitations').where('email', '=', 'new0@example.test').execute();
  await press('Undo');
  await screen.findByText('1 row undone. 1 row left as it is:');
  const kept = 'new0@example.test The invitation was accepted, revoked or replaced.';
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toContain(kept);
});
