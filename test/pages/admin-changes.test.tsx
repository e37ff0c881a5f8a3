// Each change of the admin area, first by someone who has just lost the right to it, then by someone who has it.
import { test } from 'vitest';
import { router } from '#web/routes.tsx';
import { adminWorld, choose, findEnabled, press, toast, type } from './admin-world.tsx';
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
    change: 'adding a school',
    did: 'School added successfully',
    failed: 'Failed to add school',
    at: '/admin?open=new',
    prepare: async () => {
      await type(/^Name/, 'New School');
      await type(/^Short Name/, 'NS');
    },
    send: 'Add School',
  },
  {
    change: 'editing a school',
    did: 'School updated successfully',
    failed: 'Failed to update school',
    at: '/admin?open=SCHOOL',
    prepare: () => type(/^Name/, 'Renamed School'),
    send: 'Save',
  },
  {
    change: 'editing a user',
    did: 'User updated successfully',
    failed: 'Failed to update user',
    at: '/admin?tab=users&open=MEMBER',
    prepare: () => type(/^Name/, 'Mona Renamed'),
    send: 'Save',
  },
  {
    change: 'assigning a user to a school',
    did: 'User assigned successfully',
    failed: 'Failed to assign user',
    at: '/admin?open=QUIET&view=assignments&adding=true',
    prepare: () => choose('User', /^Mona Member/),
    send: 'Assign User',
  },
  {
    change: 'assigning a school to a user',
    did: 'School assigned successfully',
    failed: 'Failed to assign school',
    at: '/admin?tab=users&open=MANAGER&view=assignments&adding=true',
    prepare: () => choose('School', /^Home School/),
    send: 'Assign School',
  },
  {
    change: 'changing a role',
    did: 'Assignment updated successfully',
    failed: 'Failed to update assignment',
    at: '/admin?open=SCHOOL&view=assignments',
    prepare: () => choose(/^Role of Mona/, 'Admin'),
    send: /^Confirm role of Mona/,
  },
  {
    change: 'deleting an assignment',
    did: 'Assignment deleted successfully',
    failed: 'Failed to delete assignment',
    at: '/admin?open=SCHOOL&view=assignments',
    prepare: () => press(/^Delete assignment of Mona/),
    send: 'Delete',
  },
  {
    change: 'adding a case',
    did: 'Case added successfully',
    failed: 'Failed to add case',
    at: '/admin?tab=cases&open=new',
    prepare: () => type(/^Name/, 'New v. Case'),
    send: 'Add Case',
  },
  {
    change: 'editing a case',
    did: 'Case updated successfully',
    failed: 'Failed to update case',
    at: '/admin?tab=cases&open=CASE',
    prepare: () => type(/^Name/, 'State v. Roe'),
    send: 'Save',
  },
  {
    change: 'adding a witness',
    did: 'Witness added successfully',
    failed: 'Failed to add witness',
    at: '/admin?tab=cases&open=CASE&view=witnesses&adding=true',
    prepare: () => type(/^Name/, 'New Witness'),
    send: 'Add Witness',
  },
  {
    change: 'editing a witness',
    did: 'Witness updated successfully',
    failed: 'Failed to update witness',
    at: '/admin?tab=cases&open=CASE&view=witnesses',
    prepare: async () => {
      await press('Edit Wit Ness');
      await type(/^Name/, 'Wit Ness II');
    },
    send: 'Save',
  },
  {
    change: 'deleting a witness',
    did: 'Witness deleted successfully',
    failed: 'Failed to delete witness',
    at: '/admin?tab=cases&open=CASE&view=witnesses',
    prepare: () => press('Delete Wit Ness'),
    send: 'Delete',
  },
  {
    change: 'deleting a case',
    did: 'Case deleted successfully',
    failed: 'Failed to delete case',
    at: '/admin?tab=cases&open=CASE&view=delete',
    send: 'Delete',
  },
  {
    change: 'deleting a user',
    did: 'User deleted successfully',
    failed: 'Failed to delete user',
    at: '/admin?tab=users&open=MEMBER&view=delete',
    send: 'Delete',
  },
  {
    change: 'deleting a school',
    did: 'School deleted successfully',
    failed: 'Failed to delete school',
    at: '/admin?open=SCHOOL&view=delete',
    send: 'Delete',
  },
];

test.each(CHANGES)('$change says whether it worked, and why not', async ({ did, failed, at, prepare, send }) => {
  const { database } = server();
  const world = await adminWorld(database);
  await open(world.address(at), { token: world.manager.token });
  await prepare?.();
  await findEnabled(send);
  // The right goes while the page is open.
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
