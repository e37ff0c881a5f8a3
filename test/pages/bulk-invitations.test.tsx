// Inviting people by a file on the screen. jsdom can't send files, so the preview is given here.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { callsAs } from '../people.ts';
import { adminWorld, press } from './admin-world.tsx';
import { answerOf } from './ballot-processor.tsx';
import { pageTests } from './open-page.tsx';

const { server, open } = pageTests();

/** Imports a file that invites so many people. `lost`: which call’s answer is lost. */
async function inviteByFile(count: number, lost?: number) {
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
    between: async (call, ask) => {
      if (call === 'users/previewImport') return answerOf({ ignored: [], rows });
      if (call !== 'invitations/inviteMany') return undefined;
      calls += 1;
      if (calls !== lost) return undefined;
      await ask();
      throw new TypeError('lost');
    },
  });
  await press('Import and export users');
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [new File([''], 'list.csv')] } });
  await press(`Import ${count} rows`);
  if (lost !== undefined) {
    await screen.findByText(/^10 rows changed\. 15 rows not confirmed yet\. Can’t reach the server/);
    await press('Send the rest');
  }
  await screen.findByText(`${count} rows changed.`);
  const invited = await callsAs(server(), manager).invitations.ofSchool({ schoolId: SCHOOL });
  return { calls, invited: invited.length };
}

test('a file invites a few people at a time, because each call sends its emails within seconds', async () => {
  expect(await inviteByFile(25)).toEqual({ calls: 3, invited: 25 });
});

test('an import of invitations goes on after an answer is lost, and invites nobody twice', async () => {
  expect(await inviteByFile(25, 2)).toEqual({ calls: 4, invited: 25 });
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
