// Line-ups that are saved under a name.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { refused } from '../refused.ts';
import { asParts, picked } from './season.ts';
import { commandOf, pick } from './step.ts';
import { isEmpty, staffOf, type SavedLineUp, type Truth } from './truth.ts';
import { callsBy } from './world.ts';

const nat = fc.nat(99);
const name = fc.constantFrom('Our best', 'Rookies');
const side = fc.constantFrom<'p' | 'd'>('p', 'd');
const lineUps = (truth: Truth): SavedLineUp[] => [...truth.lineUps.values()];
const hasLineUps = (truth: Truth): boolean => staffOf(truth).length > 0 && truth.lineUps.size > 0;
const isTaken = (truth: Truth, { id, teamId, ...wanted }: Omit<SavedLineUp, 'lineUp'>): boolean =>
  lineUps(truth).some(
    (other) => other.id !== id && other.teamId === teamId && other.side === wanted.side && other.name === wanted.name,
  );

export const saveLineUp = commandOf({
  picks: fc.record({ who: nat, team: nat, side, name, students: fc.tuple(nat, fc.option(nat)) }),
  when: (truth) => staffOf(truth).length > 0 && truth.teams.size > 0 && truth.students.size > 0,
  does: async ({ world, truth, say }, { side: on, ...picks }) => {
    const who = pick(staffOf(truth), picks.who);
    const [teamId, team] = pick([...truth.teams], picks.team);
    say(`${who} saves a line-up of ${team} for ${on}: ${picks.name}`);
    const lineUp = picked(truth, picks.students);
    const saved = { id: randomUUID(), teamId, side: on, name: picks.name };
    const { savedLineUps } = callsBy(world, truth, who);
    const parts = asParts(lineUp);
    const { code } = await refused(savedLineUps.save({ schoolId: world.schoolId, ...saved, parts }));
    expect(code).toBe(isTaken(truth, saved) ? 'NAME_TAKEN' : 'none');
    if (code === 'none') truth.lineUps.set(saved.id, { ...saved, lineUp });
  },
});

export const renameLineUp = commandOf({
  picks: fc.record({ who: nat, lineUp: nat, name }),
  when: hasLineUps,
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const saved = pick(lineUps(truth), picks.lineUp);
    say(`${who} renames the line-up ${saved.name}: ${picks.name}`);
    const { id, name: before } = saved;
    const renaming = { schoolId: world.schoolId, id, before, name: picks.name };
    const { code } = await refused(callsBy(world, truth, who).savedLineUps.rename(renaming));
    expect(code).toBe(isTaken(truth, { ...saved, name: picks.name }) ? 'NAME_TAKEN' : 'none');
    if (code === 'none') saved.name = picks.name;
  },
});

export const removeLineUp = commandOf({
  picks: fc.record({ who: nat, lineUp: nat }),
  when: hasLineUps,
  does: async ({ world, truth, say }, picks) => {
    const who = pick(staffOf(truth), picks.who);
    const { id, name: removed, lineUp } = pick(lineUps(truth), picks.lineUp);
    say(`${who} deletes the line-up ${removed}`);
    expect(isEmpty(lineUp)).toBe(false);
    await callsBy(world, truth, who).savedLineUps.remove({ schoolId: world.schoolId, id });
    truth.lineUps.delete(id);
  },
});
