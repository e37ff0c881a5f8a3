// Many records at once: files of cases, teams and users, and many people’s roles. Each change is undone if nobody has changed the record.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { Role } from '#contract/words.ts';
import { fileOf } from '../season-school.ts';
import { commandOf, pick } from './step.ts';
import { canSupport, type ListChange, type Truth, type Who } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);
const list = fc.constantFrom('cases', 'teams', 'users');
type List = ListChange['list'];
type Stored = { name: string; version: number } | null | undefined;

const readOf = (calls: Calls, { schoolId }: World, id: string): Record<List, () => Promise<Stored>> => ({
  cases: () => calls.cases.details({ caseId: id }),
  teams: async () => (await calls.teams.inSchool({ schoolId })).find((team) => team.id === id),
  users: () => calls.users.details({ userId: id }),
});
/** The calls of the lists have the same shape, as if all were of a school’s teams. */
const callsOfList = (calls: Calls, { schoolId }: World, of: List) => {
  const { previewImport, changeMany } = calls[of] as Calls['teams'];
  const where = (of === 'teams' ? { schoolId } : {}) as { schoolId: string };
  type Changes = Parameters<typeof changeMany>[0]['changes'];
  return {
    preview: (file: File) => previewImport({ ...where, file }),
    change: (changes: Changes) => changeMany({ ...where, changes }),
  };
};

export const importList = commandOf({
  picks: fc.record({ list, record: nat, name: fc.constantFrom('Maple', 'Birch', 'Alder'), adds: fc.boolean() }),
  when: (truth, picks) => canSupport(truth) && truth[picks.list].size > 0,
  recorded: ['case', 'team', 'user'].flatMap((subject) => [`create ${subject}`, `update ${subject}`]),
  does: async ({ world, truth, say }, { list: of, name, ...picks }) => {
    const names = truth[of];
    const [renamed, before] = pick([...names], picks.record);
    const added = picks.adds && of !== 'users' ? `New ${name}` : null;
    say(`Sue imports a file of ${of} in which ${before} is ${name}${added === null ? '' : `, and with ${added}`}`);
    const calls = callsOfList(callsBy(world, truth, 'Sue'), world, of);
    const lines = [
      'id,name,year,type',
      `${renamed},${name},2026,civil`,
      ...(added === null ? [] : [`,${added},2026,civil`]),
    ];
    const { rows } = await calls.preview(fileOf(lines.join('\n'), `${of}.csv`));
    const proposed = rows.flatMap(({ change, was }) => (change === null ? [] : [{ change, was }]));
    const outcomes = await calls.change(proposed.map(({ change }) => change));
    truth.listed = [];
    for (const [index, { change, was }] of proposed.entries()) {
      const { refused, version } = outcomes[index]!;
      const isAdded = 'add' in change;
      const wanted = isAdded ? change.add.name : 'changed' in change ? change.changed.name! : '';
      const isTaken = of === 'teams' && [...names].some(([id, other]) => id !== change.id && other === wanted);
      expect(refused === null, refused ?? 'changed').toBe(!isTaken);
      if (isTaken) continue;
      names.set(change.id, wanted);
      truth.listed.push({ list: of, id: change.id, version: version!, was: isAdded ? null : String(was['name']) });
    }
  },
});

/** Whether rounds, line-ups or tournaments need it, so that an undo keeps it. */
const isUsed = (truth: Truth, { list: of, id }: ListChange, { caseId }: World): boolean =>
  of === 'teams'
    ? [...truth.rounds.values(), ...truth.lineUps.values()].some(({ teamId }) => teamId === id)
    : id === caseId;

export const undoList = commandOf({
  picks: fc.constant(null),
  when: (truth) => canSupport(truth) && truth.listed.length > 0,
  recorded: ['case', 'team', 'user'].flatMap((subject) => [`delete ${subject}`, `update ${subject}`]),
  does: async ({ world, truth, say }) => {
    const made = truth.listed.toReversed();
    const of = made[0]!.list;
    const names = truth[of];
    say(`Sue undoes the changes of ${made.length} ${of}`);
    const calls = callsBy(world, truth, 'Sue');
    const versions = await Promise.all(made.map(async ({ id }) => (await readOf(calls, world, id)[of]())?.version));
    const outcomes = await callsOfList(calls, world, of).change(
      made.map(({ id, version, was }) =>
        was === null ? { id, version, remove: true } : { id, version, changed: { name: was } },
      ),
    );
    truth.listed = [];
    // Those that are removed come first, so that their names are free.
    const inOrder = [...made.entries()].toSorted(
      ([, one], [, other]) => Number(one.was !== null) - Number(other.was !== null),
    );
    for (const [index, change] of inOrder) {
      const { id, version, was } = change;
      const isUnchanged = versions[index] === version;
      const isThere = names.has(id);
      const isTaken = of === 'teams' && [...names].some(([other, name]) => other !== id && name === was);
      const isDone =
        was === null
          ? !isThere || (isUnchanged && !isUsed(truth, change, world))
          : isThere && (names.get(id) === was || (isUnchanged && !isTaken));
      const { refused } = outcomes[index]!;
      expect(refused === null, refused ?? 'undone').toBe(isDone);
      if (!isDone || !isThere) continue;
      if (was !== null) names.set(id, was);
      else {
        if (of === 'teams')
          truth.deleted.push({ at: truth.now, team: { id, name: names.get(id)! }, rounds: [], lineUps: [] });
        names.delete(id);
      }
    }
  },
});

const role = fc.constantFrom<Role | null>('primary', 'admin', 'viewer', null);
const assignmentsNow = async (calls: Calls, { schoolId }: World) =>
  new Map((await calls.assignments.inSchool({ schoolId })).map((one) => [one.userId, one]));
/** Removing somebody ends that they are a student of the school. */
function hasRole(truth: Truth, who: Who, given: Role | null): void {
  truth.accounts[who].role = given;
  if (given !== null) return;
  for (const student of truth.students.values()) if (student.person === who) student.person = null;
}

export const changeRoles = commandOf({
  picks: fc.record({ people: fc.subarray<Who>(['Ada', 'Ben', 'Pia', 'Dan'], { minLength: 1 }), role }),
  when: canSupport,
  recorded: ['create assignment', 'update assignment', 'delete assignment', 'update student'],
  does: async ({ world, truth, say }, { people, role: given }) => {
    say(`Sue gives ${people.join(', ')} the role ${given ?? 'of nobody'}`);
    const calls = callsBy(world, truth, 'Sue');
    const before = await assignmentsNow(calls, world);
    const changed = people.filter((who) => given !== null || truth.accounts[who].role !== null);
    const changes = changed.map((who) => {
      const key = { userId: truth.accounts[who].id, schoolId: world.schoolId };
      const version = before.get(key.userId)?.version;
      if (version === undefined) return { ...key, add: { role: given! } };
      return given === null
        ? { ...key, version, remove: true as const }
        : { ...key, version, changed: { role: given } };
    });
    const outcomes = await calls.assignments.changeMany({ changes });
    expect(outcomes.flatMap(({ refused }) => refused ?? [])).toEqual([]);
    truth.roles = changed.map((who, index) => ({
      who,
      version: outcomes[index]!.version,
      was: truth.accounts[who].role,
    }));
    for (const who of changed) hasRole(truth, who, given);
  },
});

export const undoRoles = commandOf({
  picks: fc.constant(null),
  when: (truth) => canSupport(truth) && truth.roles.length > 0,
  recorded: ['create assignment', 'update assignment', 'delete assignment', 'update student'],
  does: async ({ world, truth, say }) => {
    const made = truth.roles;
    say(`Sue undoes the roles of ${made.map(({ who }) => who).join(', ')}`);
    const calls = callsBy(world, truth, 'Sue');
    const before = await assignmentsNow(calls, world);
    const changes = made.map(({ who, version, was }) => {
      const key = { userId: truth.accounts[who].id, schoolId: world.schoolId };
      if (version === null) return { ...key, add: { role: was! } };
      return was === null ? { ...key, version, remove: true as const } : { ...key, version, changed: { role: was } };
    });
    const outcomes = await calls.assignments.changeMany({ changes });
    truth.roles = [];
    for (const [index, { who, version, was }] of made.entries()) {
      const now = before.get(truth.accounts[who].id);
      const isUnchanged = now?.version === version || (now === undefined && version === null);
      const isDone = isUnchanged || (now?.role ?? null) === was;
      const { refused } = outcomes[index]!;
      expect(refused === null, refused ?? 'undone').toBe(isDone);
      if (isDone) hasRole(truth, who, was);
    }
  },
});
