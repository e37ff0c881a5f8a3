// The changes of schools and cases in the admin area.
import { randomUUID } from 'node:crypto';
import { imported, rename, shared } from './in-admin.ts';
import type { LateChange } from './late-change.ts';
import { choose, goTo, press, type } from './person.ts';

const SCHOOLS: readonly LateChange[] = [
  {
    ...shared,
    change: 'adding a school',
    calls: ['schools.add'],
    at: '/admin?open=new',
    fill: async ({ mark }, text) => {
      await type(/^Name/, `${text} ${mark}`);
      await type(/^Short Name/, text.slice(-5));
    },
    send: 'Add School',
    done: 'School added successfully',
  },
  {
    ...shared,
    change: 'editing a school',
    calls: ['schools.update'],
    at: '/admin?open=SCHOOL',
    fill: rename,
    send: 'Save',
    done: 'School updated successfully',
    undone: 'School updated successfully',
    rival: {
      change: async ({ as, schoolId }) => {
        const { version } = (await as('manager').schools.details({ schoolId }))!;
        return as('manager').schools.update({ schoolId, version, changed: { shortName: 'Rival' } });
      },
      read: async ({ as, schoolId }) => (await as('manager').schools.details({ schoolId }))?.shortName,
    },
  },
  {
    ...shared,
    change: 'deleting a school',
    calls: ['schools.remove'],
    at: '/admin?open=SCHOOL&view=delete',
    send: 'Delete',
    done: 'School deleted successfully',
    undone: 'School restored successfully',
    isGone: true,
    closesAtOnce: true,
  },
  {
    ...imported('schools', () => ({
      id: randomUUID(),
      add: { name: `New ${randomUUID()}`, shortName: 'N', isPremium: false },
    })),
    change: 'importing schools',
    calls: ['schools.changeMany'],
    at: '/admin',
  },
  {
    ...shared,
    change: 'restoring a school',
    calls: ['deletedRecords.restore'],
    at: '/admin?open=deleted',
    prepare: async ({ as, quiet }) => as('manager').schools.remove({ schoolId: quiet.id }),
    send: 'Restore Quiet MARK',
    done: 'School restored successfully',
    isGone: true,
    other: async ({ text }) => {
      await goTo(text('/admin?open=SCHOOL'));
      await type(/^Name/, 'half a name');
    },
  },
  {
    ...shared,
    change: 'deleting a school for good',
    calls: ['deletedRecords.deleteForGood'],
    at: '/admin?open=deleted',
    prepare: async ({ as, quiet }) => as('manager').schools.remove({ schoolId: quiet.id }),
    fill: ({ text }) => press(text('Delete for good: Quiet MARK')),
    send: 'Delete for good',
    done: 'School deleted for good',
    isGone: true,
    other: async ({ text }) => {
      await goTo(text('/admin?open=SCHOOL'));
      await type(/^Name/, 'half a name');
    },
  },
];
const CASES: readonly LateChange[] = [
  {
    ...shared,
    change: 'adding a case',
    calls: ['cases.add'],
    at: '/admin?tab=cases&open=new',
    fill: rename,
    send: 'Add Case',
    done: 'Case added successfully',
  },
  {
    ...shared,
    change: 'editing a case',
    calls: ['cases.update'],
    at: '/admin?tab=cases&open=CASE',
    fill: rename,
    send: 'Save',
    done: 'Case updated successfully',
    undone: 'Case updated successfully',
    rival: {
      change: ({ as, caseId }) => as('manager').cases.update({ caseId, version: 1, changed: { year: 2020 } }),
      read: async ({ as, caseId }) => (await as('manager').cases.details({ caseId }))?.year,
    },
  },
  {
    ...shared,
    change: 'deleting a case',
    calls: ['cases.remove'],
    at: '/admin?tab=cases&open=CASE&view=delete',
    send: 'Delete',
    done: 'Case deleted successfully',
    undone: 'Case restored successfully',
    isGone: true,
    closesAtOnce: true,
  },
  {
    ...imported('cases', () => ({
      id: randomUUID(),
      add: { name: `New ${randomUUID()}`, year: 2025, type: 'civil', area: null, isActive: true },
    })),
    change: 'importing cases',
    calls: ['cases.changeMany'],
    at: '/admin?tab=cases',
  },
  {
    ...shared,
    change: 'adding a witness',
    calls: ['witnesses.add'],
    at: '/admin?tab=cases&open=CASE&view=witnesses&adding=true',
    fill: rename,
    send: 'Add Witness',
    done: 'Witness added successfully',
  },
  {
    ...shared,
    change: 'copying witnesses of another case',
    calls: ['witnesses.add'],
    sendsSeveral: true,
    at: '/admin?tab=cases&open=NOBODY&view=witnesses',
    fill: async ({ mark }) => {
      await press('Copy witnesses from another case');
      await choose('From', new RegExp(`^State v. ${mark}`));
    },
    send: /^Copy \d Witness/,
    done: 'Witnesses copied successfully',
    isGone: true,
  },
  {
    ...shared,
    change: 'editing a witness',
    calls: ['witnesses.update'],
    at: '/admin?tab=cases&open=CASE&view=witnesses',
    fill: async (world, text) => {
      await press(/^Edit (Wit Ness|.*draft)/);
      await rename(world, text);
    },
    send: 'Save',
    done: 'Witness updated successfully',
    undone: 'Witness updated successfully',
  },
  {
    ...shared,
    change: 'deleting a witness',
    calls: ['witnesses.remove'],
    at: '/admin?tab=cases&open=CASE&view=witnesses',
    fill: () => press('Delete Wit Ness'),
    send: 'Delete',
    done: 'Witness deleted successfully',
    isGone: true,
    closesAtOnce: true,
  },
];
export const ADMIN_CHANGES: readonly LateChange[] = [...SCHOOLS, ...CASES];
