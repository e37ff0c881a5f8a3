// A form and a question of the admin area, first by a person who has just lost the permission, then by one who has it. The other
// changes are in the tables of late answers.
import { test } from 'vitest';
import { router } from '#web/routes.tsx';
import { adminWorld, findEnabled, press, toast, type } from './admin-world.tsx';
import { leave, pageTests } from './open-page.tsx';

const { server, open } = pageTests();

const CHANGES: {
  change: string;
  did: string;
  failed: string;
  at: string;
  prepare?: () => Promise<void>;
  send: string | RegExp;
}[] = [
  {
    change: 'editing a school',
    did: 'School updated successfully',
    failed: 'Failed to update school',
    at: '/admin?open=SCHOOL',
    prepare: () => type(/^Name/, 'Renamed School'),
    send: 'Save',
  },
  {
    change: 'deleting an assignment',
    did: 'Assignment deleted successfully',
    failed: 'Failed to delete assignment',
    at: '/admin?open=SCHOOL&view=assignments',
    prepare: () => press(/^Delete assignment of Mona/),
    send: 'Delete',
  },
];

test.each(CHANGES)('$change says whether it worked, and why not', async ({ did, failed, at, prepare, send }) => {
  const { database } = server();
  const world = await adminWorld(database);
  await open(world.address(at), { token: world.manager.token });
  await prepare?.();
  await findEnabled(send);
  // The permission is taken away while the page is open.
  await database.owner.deleteFrom('superAdmins').where('userId', '=', world.MANAGER).execute();
  await press(send);
  await toast(`${failed}: You `);

  await database.owner.insertInto('superAdmins').values({ userId: world.MANAGER, dbManager: true }).execute();
  await leave();
  await router.navigate({ href: world.address(at) });
  await prepare?.();
  await press(send);
  await toast(did);
});
