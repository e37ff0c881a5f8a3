// Records that support deletes and restores: people, among them Ned, who asks to join, the school, and its case.
import fc from 'fast-check';
import { expect } from 'vitest';
import { everyRow } from '../every-row.ts';
import { refused } from '../refused.ts';
import { personGoes, tryOutGoes } from './forgetting.ts';
import { comesToSchool } from './joining.ts';
import { endLinks, endLinksOfSchool } from './links.ts';
import { commandOf } from './step.ts';
import { canSupport, endSessions, RESTORABLE, studentsOf, type Who } from './truth.ts';
import { callsBy, type World } from './world.ts';

/** Try-outs and what somebody has scored in one are not restored. */
const TRY_OUTS = ['try_outs', 'try_out_candidates', 'try_out_ratings'];

/** Every row, without versions, try-outs, and the counts of what people did lately. */
async function rowsOf(world: World): Promise<Record<string, unknown[]>> {
  const rows = await everyRow(world.database, ['version']);
  return Object.fromEntries(
    Object.entries(rows).filter(([table]) => !TRY_OUTS.includes(table) && table !== 'sign_in_failures'),
  );
}

/** What is deleted and restored at once is as before. */
async function deleteAndRestore(world: World, remove: () => Promise<unknown>, restore: () => Promise<unknown>) {
  const before = await rowsOf(world);
  await remove();
  expect(await rowsOf(world)).not.toEqual(before);
  await restore();
  expect(await rowsOf(world)).toEqual(before);
}

const also = (action: string, subjects: readonly string[]) => subjects.map((subject) => `${action} ${subject}`);
const OF_SCHOOL = ['sheet', 'assignment', 'team', 'student', 'tournament', 'seasonBook', 'round', 'keptBallot'];
const LINKS = ['accessToken', 'calendarLink', 'studentLink', 'webhook', 'invitation', 'tryOut'];

export const deletePerson = commandOf({
  picks: fc.record({ who: fc.constantFrom<Who>('Kim', 'Ada', 'Ben', 'Pia', 'Dan') }),
  when: canSupport,
  recorded: [
    ...also('delete', ['user', 'assignment', 'accessToken', 'secondFactor']),
    ...also('restore', ['user', 'assignment', 'secondFactor']),
    // What names the person.
    ...also('update', ['student', 'keptBallot']),
  ],
  does: async ({ world, truth, say }, { who }) => {
    say(`Sue deletes ${who}’s account and restores it`);
    const { users, deletedRecords } = callsBy(world, truth, 'Sue');
    const { id } = truth.accounts[who];
    const isLinked = studentsOf(truth).find(({ person }) => person === who);
    await deleteAndRestore(
      world,
      () => users.remove({ userId: id }),
      () => deletedRecords.restore({ id }),
    );
    expect(studentsOf(truth).find(({ person }) => person === who)).toBe(isLinked);
    endSessions(truth, who);
    endLinks(truth.links.filter((link) => link.who === who));
    personGoes(truth, who);
  },
});

export const deleteSchool = commandOf({
  picks: fc.constant(null),
  when: canSupport,
  recorded: [...also('delete', ['school', ...OF_SCHOOL, ...LINKS]), ...also('restore', ['school', ...OF_SCHOOL])],
  does: async ({ world, truth, say }) => {
    say('Sue deletes the school and restores it');
    const { schools, deletedRecords } = callsBy(world, truth, 'Sue');
    const { schoolId } = world;
    await deleteAndRestore(
      world,
      () => schools.remove({ schoolId }),
      () => deletedRecords.restore({ id: schoolId }),
    );
    for (const tryOut of truth.tryOuts.values()) tryOutGoes(truth, tryOut);
    endLinksOfSchool(truth);
  },
});

export const deleteCase = commandOf({
  picks: fc.constant(null),
  when: canSupport,
  recorded: [
    ...also('delete', ['case', 'witness']),
    ...also('restore', ['case', 'witness']),
    ...also('update', ['tournament']),
  ],
  does: async ({ world, truth, say }) => {
    say('Sue deletes the case and restores it');
    const { cases, deletedRecords } = callsBy(world, truth, 'Sue');
    const { caseId } = world;
    await deleteAndRestore(
      world,
      () => cases.remove({ caseId }),
      () => deletedRecords.restore({ id: caseId }),
    );
    // The parts lost their witnesses, and got them back.
    for (const round of truth.rounds.values()) if (round.witness != null) round.saves = (round.saves ?? 0) + 1;
  },
});

export const deleteNed = commandOf({
  picks: fc.constant(null),
  when: (truth) => canSupport(truth) && truth.ned.deletedAt === null,
  recorded: ['delete user', 'delete assignment'],
  does: async ({ world, truth, say }) => {
    say('Sue deletes Ned’s account');
    await callsBy(world, truth, 'Sue').users.remove({ userId: world.nedId });
    truth.ned.deletedAt = truth.now;
  },
});

export const restoreNed = commandOf({
  picks: fc.constant(null),
  when: (truth) => canSupport(truth) && truth.ned.deletedAt !== null,
  recorded: ['restore user', 'restore assignment'],
  does: async ({ world, truth, say }) => {
    say('Sue restores Ned’s account');
    const calls = callsBy(world, truth, 'Sue');
    const { code } = await refused(calls.deletedRecords.restore({ id: world.nedId }));
    expect(code).toBe(truth.now - truth.ned.deletedAt! > RESTORABLE ? 'NOT_FOUND' : 'none');
    if (code !== 'none') return;
    truth.ned.deletedAt = null;
    const role = truth.others.get(truth.ned.email) ?? null;
    if (role !== null) comesToSchool(truth, truth.ned.email, role);
    const requests = await calls.accessRequests.toDecide();
    expect(requests.map(({ note }) => note)).toEqual(truth.ned.note === null ? [] : [truth.ned.note]);
  },
});
