// The changes of a school's teams, students and tournaments.
import { randomUUID } from 'node:crypto';
import { seasonOf } from '#contract/seasons.ts';
import { importing, preview } from './in-admin.ts';
import type { LateChange } from './late-change.ts';
import { choose, goTo, paste, press, tick, type } from './person.ts';
import type { LateWorld } from './world.ts';

export const dashboard = {
  as: 'coach',
  at: '/',
  other: async ({ text }: LateWorld) => {
    await press(text('Actions for Cup MARK'));
    await press(text('Delete Cup MARK'));
  },
} as const;
const ROSTERS = (
  [
    ['teams', 'Team', 'Blue MARK'],
    ['students', 'Student', 'Zoe MARK'],
    ['tournaments', 'Tournament', 'Cup MARK'],
  ] as const
).flatMap(([list, what, entry]): LateChange[] => [
  {
    ...dashboard,
    change: `adding a ${what.toLowerCase()}`,
    calls: [`${list}.add`],
    fill: async (_, text) => {
      await press(`Add ${what}`);
      await type(`New ${what.toLowerCase()}`, text);
    },
    send: 'Add',
    done: `${what} added successfully`,
  },
  {
    ...dashboard,
    change: `deleting a ${what.toLowerCase()}`,
    calls: [`${list}.remove`],
    fill: async ({ text }) => {
      await press(text(`Actions for ${entry}`));
      await press(text(`Delete ${entry}`));
    },
    send: 'Delete',
    done: `${what} deleted successfully`,
    undone: `${what} restored successfully`,
    isGone: true,
    closesAtOnce: true,
    other: async ({ text }) => {
      await press(text(`Actions for ${list === 'teams' ? 'Cup' : 'Blue'} MARK`));
      await press(text(`Delete ${list === 'teams' ? 'Cup' : 'Blue'} MARK`));
    },
  },
  {
    ...dashboard,
    change: `importing ${list}`,
    calls: [`${list}.changeMany`],
    fill: () => importing(list),
    send: /^Import 1 row/,
    again: 'Send the rest',
    answers: { [`${list}.previewImport`]: () => preview(newEntry(list)) },
  },
]);
const newEntry = (list: string): object => {
  const facts = { season: seasonOf(new Date()), startsOn: null, endsOn: null, place: null, caseId: null };
  const add = { name: `New ${randomUUID()}`, ...(list === 'students' && { teamId: null }) };
  return { id: randomUUID(), add: list === 'tournaments' ? { ...add, ...facts } : add };
};
const RENAMED = (
  [
    ['teams', 'Team'],
    ['tournaments', 'Tournament'],
  ] as const
).map(([list, what]): LateChange => ({
  ...dashboard,
  change: `renaming a ${what.toLowerCase()}`,
  calls: [`${list}.update`],
  fill: async ({ mark }, text) => {
    await press(new RegExp(`^Actions for .*${mark}`), `#${list}`);
    await press(new RegExp(`^Rename .*${mark}`));
    await type(new RegExp(`^Name of .*${mark}`), `${text} ${mark}`);
  },
  send: 'Save',
  done: `${what} updated successfully`,
  undone: `${what} updated successfully`,
  other: async ({ text }) => {
    await press(text(`Actions for Zoe MARK`));
    await press(text(`Delete Zoe MARK`));
  },
}));
const STUDENTS: readonly LateChange[] = [
  {
    as: 'coach',
    change: 'editing a student',
    calls: ['students.update'],
    at: '/?open=edit&of=STUDENT',
    fill: ({ mark }, text) => type(/^Name/, `${text} ${mark}`),
    send: 'Save',
    done: 'Student updated successfully',
    undone: 'Student updated successfully',
    rival: {
      change: async ({ as, schoolId }) => {
        const { id, version } = (await as('keeper').students.inSchool({ schoolId }))[0]!;
        return as('keeper').students.update({ schoolId, id, version, changed: { classYear: 2029 } });
      },
      read: async ({ as, schoolId }) => (await as('keeper').students.inSchool({ schoolId }))[0]?.classYear,
    },
    other: async ({ text }) => {
      await press(text('Actions for Blue MARK'));
      await press(text('Delete Blue MARK'));
    },
  },
  {
    ...dashboard,
    change: 'pasting names',
    calls: ['students.add'],
    sendsSeveral: true,
    fill: async (_, text) => {
      await press('Add Student');
      await paste('New student', `One ${text}\nTwo ${text}`);
    },
    send: /^Add \d students?/,
    done: '2 students added successfully',
    closesAtOnce: true,
    outlives: true,
  },
  {
    as: 'coach',
    change: 'moving students to a team',
    calls: ['students.changeMany'],
    at: '/school',
    fill: async ({ text }) => {
      await tick(text('Select Zoe MARK'));
      await press('Move to a Team');
      await choose('Team', text('Blue MARK'));
    },
    send: 'Move 1 student',
    again: 'Send the rest',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'undoing a move to a team',
    calls: ['students.changeMany'],
    at: '/school',
    fill: async ({ text }, draft) => {
      await tick(text('Select Zoe MARK'));
      await press('Move to a Team');
      await choose('Team', draft === 'a draft' ? text('Blue MARK') : 'No team');
      await press('Move 1 student');
    },
    send: 'Undo',
    again: 'Undo the rest',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
  {
    as: 'coach',
    change: 'anonymizing a student',
    calls: ['students.anonymize'],
    at: '/school?open=delete&of=STUDENT',
    send: 'Anonymize',
    done: 'Student anonymized successfully',
    isGone: true,
    other: ({ text }) => goTo(text('/school?open=deleted')),
  },
];
export const ROSTER_CHANGES: readonly LateChange[] = [...ROSTERS, ...RENAMED, ...STUDENTS];
