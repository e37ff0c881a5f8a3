// The changes of a school's own score sheets, and of try-outs, which are scored on one.
import { randomUUID } from 'node:crypto';
import { rowsOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { LateChange } from './late-change.ts';
import { goTo, press, type } from './person.ts';

const CRITERIA = rowsOf(TRY_OUT).map(({ label }) => label);

export const SHEET_CHANGES: readonly LateChange[] = [
  {
    as: 'coach',
    change: 'saving a new score sheet',
    calls: ['sheets.save'],
    at: '/school/sheets/UNUSED?from=kentucky',
    fill: (_, text) => type('Title', text),
    send: 'Save',
    done: 'Score sheet saved successfully',
  },
  {
    as: 'coach',
    change: 'saving the next version of a score sheet',
    calls: ['sheets.save'],
    at: '/school/sheets/SHEET',
    fill: (_, text) => type('Title', text),
    send: 'Save',
    done: 'Score sheet saved successfully',
  },
  {
    as: 'coach',
    change: 'deleting a score sheet',
    calls: ['sheets.remove'],
    at: '/school/sheets',
    fill: ({ text }) => press(text('Delete Sheet MARK')),
    send: 'Delete',
    done: 'Score sheet deleted successfully',
    isGone: true,
    other: async ({ text }) => {
      await goTo(text('/school/sheets/SHEET'));
      // A draft without changes is discarded with its deleted sheet.
      await type('Title', `typed since: ${randomUUID()}`);
    },
  },
  {
    as: 'coach',
    change: 'beginning a try-out',
    calls: ['tryOuts.create'],
    at: '/season/try-outs',
    fill: (_, text) => type(/^Name/, text),
    send: 'Start',
    done: 'Try-out added successfully',
  },
  {
    as: 'coach',
    change: 'adding candidates',
    outlives: true,
    calls: ['tryOuts.addCandidates'],
    at: '/season/try-outs/TRYOUT',
    fill: (_, text) => type(/^Names/, text),
    send: 'Add',
    done: 'Candidates added successfully',
  },
  {
    as: 'coach',
    change: 'scoring a candidate',
    outlives: true,
    calls: ['tryOuts.rate'],
    at: '/season/try-outs/TRYOUT',
    fill: async ({ text }) => {
      await press(text('Score Ada MARK'));
      for (const row of CRITERIA) await type(new RegExp(`^${row}`), '4');
    },
    send: 'Save',
    done: 'Scores saved successfully',
  },
  {
    as: 'coach',
    change: 'removing a candidate',
    calls: ['tryOuts.removeCandidate'],
    at: '/season/try-outs/TRYOUT',
    fill: ({ text }) => press(text('Remove Ada MARK')),
    send: 'Remove',
    done: 'Candidate removed successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'ending a try-out',
    calls: ['tryOuts.end'],
    at: '/season/try-outs/TRYOUT',
    fill: () => press('End scoring'),
    send: 'End scoring',
    done: 'Try-out ended successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'deleting a try-out',
    calls: ['tryOuts.remove'],
    at: '/season/try-outs/TRYOUT',
    fill: () => press('Delete'),
    send: 'Delete',
    done: 'Try-out deleted successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'adding a candidate to the roster',
    calls: ['tryOuts.addToRoster'],
    at: '/season/try-outs/ENDED',
    send: /^Add to the roster: Ada /,
    done: 'Ada MARK added to the roster',
    isGone: true,
  },
];
