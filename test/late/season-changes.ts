// The changes of a season's tournaments, rounds and line-ups.
import { randomUUID } from 'node:crypto';
import { seasonOf } from '#contract/seasons.ts';
import type { LateChange } from './late-change.ts';
import { choose, goTo, press, type } from './person.ts';
import type { LateWorld } from './world.ts';

const seasonIn = ({ as, schoolId }: LateWorld) =>
  as('keeper').seasonBook.season({ schoolId, season: seasonOf(new Date()) });
const lineUpIn = async ({ as, schoolId }: LateWorld) =>
  (await as('keeper').rounds.lineUps({ schoolId, season: seasonOf(new Date()) })).rows[0]!;
const onTournament = {
  as: 'coach',
  other: async ({ text }: LateWorld) => {
    await goTo(text('/season/tournaments/TOURNAMENT?open=edit'));
    await type('Place', 'half a place');
  },
} as const;
const onSavedLineUp = {
  as: 'coach',
  at: '/season/rounds/ROUND',
  prepare: async ({ as, schoolId, teamId, studentId }: LateWorld) => {
    const lineUp = { schoolId, teamId, side: 'p', name: 'Late' } as const;
    await as('keeper').savedLineUps.save({
      ...lineUp,
      id: randomUUID(),
      parts: [{ part: 'open', studentId, witnessId: null }],
    });
  },
  other: ({ text }: LateWorld) => goTo(text('/season/rounds/ROUND?open=edit')),
} as const;
export const SEASON_CHANGES: readonly LateChange[] = [
  {
    as: 'coach',
    change: 'adding a tournament to a season',
    calls: ['tournaments.add'],
    at: '/season?open=add',
    fill: (_, text) => type(/^Name/, text),
    send: 'Add Tournament',
    done: 'Tournament added successfully',
  },
  {
    ...onTournament,
    change: 'editing a tournament',
    calls: ['tournaments.update'],
    at: '/season/tournaments/TOURNAMENT?open=edit',
    fill: (_, text) => type('Place', text),
    send: 'Save',
    done: 'Tournament updated successfully',
    undone: 'Tournament updated successfully',
    rival: {
      change: async ({ as, schoolId }) => {
        const { id, version } = (await as('keeper').tournaments.inSchool({ schoolId }))[0]!;
        return as('keeper').tournaments.update({ schoolId, id, version, changed: { startsOn: '2026-11-21' } });
      },
      read: async ({ as, schoolId }) => (await as('keeper').tournaments.inSchool({ schoolId }))[0]?.startsOn,
    },
    other: ({ text }) => goTo(text('/season/tournaments/TOURNAMENT?open=add')),
  },
  {
    ...onTournament,
    change: 'deleting a tournament on its page',
    calls: ['tournaments.remove'],
    at: '/season/tournaments/TOURNAMENT?open=delete',
    send: 'Delete',
    done: 'Tournament deleted successfully',
    undone: 'Tournament restored successfully',
    isGone: true,
    other: async () => {},
  },
  {
    ...onTournament,
    change: 'adding a round',
    calls: ['rounds.add'],
    at: '/season/tournaments/TOURNAMENT?open=add',
    fill: (_, text) => type('Opponent', text),
    send: 'Add Round',
    done: 'Round added successfully',
  },
  {
    ...onTournament,
    change: 'adding several rounds',
    calls: ['rounds.addMany'],
    at: '/season/tournaments/TOURNAMENT?open=add',
    fill: async (_, text) => {
      await press('Add several rounds');
      await type('Opponent', text);
    },
    send: 'Add 4 Rounds',
    done: '4 rounds added successfully',
  },
  {
    ...onTournament,
    change: 'editing a round',
    calls: ['rounds.update'],
    at: '/season/tournaments/TOURNAMENT?open=edit&of=ROUND',
    fill: (_, text) => type('Opponent', text),
    send: 'Save',
    done: 'Round updated successfully',
    undone: 'Round updated successfully',
    rival: {
      change: ({ as, schoolId, roundId }) =>
        as('keeper').rounds.update({ schoolId, id: roundId, version: 1, changed: { outcome: 'forfeit won' } }),
      read: async (world) => (await seasonIn(world)).rounds[0]?.outcome,
    },
  },
  {
    ...onTournament,
    change: 'deleting a round',
    calls: ['rounds.remove'],
    at: '/season/tournaments/TOURNAMENT?open=delete&of=ROUND',
    send: 'Delete',
    done: 'Round deleted successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'deleting a round on its page',
    calls: ['rounds.remove'],
    at: '/season/rounds/ROUND?open=delete',
    send: 'Delete',
    done: 'Round deleted successfully',
    isGone: true,
  },
  {
    as: 'coach',
    change: 'setting a line-up',
    calls: ['rounds.setLineUp'],
    at: '/season/rounds/ROUND',
    fill: ({ text }) => choose('Closing', text('Zoe MARK')),
    send: 'Save line-up',
    done: 'Round updated successfully',
    undone: 'Round updated successfully',
    rival: {
      change: async (world) => {
        const { version } = await lineUpIn(world);
        const parts = [{ part: 'direct1' as const, studentId: world.studentId, witnessId: null }];
        return world
          .as('keeper')
          .rounds.setLineUp({ schoolId: world.schoolId, roundId: world.roundId, version, parts });
      },
      read: async (world) => (await lineUpIn(world)).parts.some(({ part }) => part === 'direct1'),
    },
    other: ({ text }) => goTo(text('/season/rounds/ROUND?open=edit')),
  },
  {
    as: 'coach',
    change: 'saving a line-up under a name',
    outlives: true,
    calls: ['savedLineUps.save'],
    at: '/season/rounds/ROUND',
    fill: async (_, text) => {
      await press('Saved line-ups');
      await type(/^Save this line-up as/, text);
    },
    send: 'Save',
    done: 'Saved line-up added successfully',
    other: ({ text }) => goTo(text('/season/rounds/ROUND?open=edit')),
  },
  {
    ...onSavedLineUp,
    change: 'renaming a saved line-up',
    outlives: true,
    calls: ['savedLineUps.rename'],
    fill: async (_, text) => {
      await press('Saved line-ups');
      await press('Rename Late');
      await type('Name of Late', text);
    },
    send: 'Rename',
    done: 'Saved line-up renamed successfully',
  },
  {
    ...onSavedLineUp,
    change: 'deleting a saved line-up',
    calls: ['savedLineUps.remove'],
    fill: () => press('Saved line-ups'),
    send: 'Delete Late',
    done: 'Saved line-up deleted successfully',
    undone: 'Saved line-up restored successfully',
    isGone: true,
  },
];
