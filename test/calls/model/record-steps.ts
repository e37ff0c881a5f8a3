// Records edited in forms, which a colleague may have changed since the form was opened. And witnesses added and deleted.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { commandOf, pick } from './step.ts';
import { canSupport, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);

type Change = { version: number; changed: { name: string } };
type Form = {
  names(truth: Truth): Map<string, string>;
  read(calls: Calls, world: World, id: string): Promise<{ version: number } | null | undefined>;
  save(calls: Calls, world: World, id: string, change: Change): Promise<unknown>;
};
const FORMS: Record<'case' | 'witness' | 'school' | 'user' | 'team', Form> = {
  case: {
    names: ({ cases }) => cases,
    read: ({ cases }, _, caseId) => cases.details({ caseId }),
    save: ({ cases }, _, caseId, change) => cases.update({ caseId, ...change }),
  },
  witness: {
    names: ({ witnesses }) => witnesses,
    read: async ({ witnesses }, { caseId }, id) => (await witnesses.ofCase({ caseId })).find((one) => one.id === id),
    save: ({ witnesses }, _, witnessId, change) => witnesses.update({ witnessId, ...change }),
  },
  school: {
    names: ({ schools }) => schools,
    read: ({ schools }, _, schoolId) => schools.details({ schoolId }),
    save: ({ schools }, _, schoolId, change) => schools.update({ schoolId, ...change }),
  },
  user: {
    names: ({ users }) => users,
    read: ({ users }, _, userId) => users.details({ userId }),
    save: ({ users }, _, userId, change) => users.update({ userId, ...change }),
  },
  team: {
    names: ({ teams }) => teams,
    read: async ({ teams }, { schoolId }, id) => (await teams.inSchool({ schoolId })).find((one) => one.id === id),
    save: ({ teams }, { schoolId }, id, change) => teams.update({ schoolId, id, ...change }),
  },
};

type Answer = { code: string; data?: { by: string | null; current: { name: string } } };
const answerOf = (saving: Promise<unknown>): Promise<Answer> =>
  saving.then(
    () => ({ code: 'none' }),
    (error: Answer) => error,
  );

const newName = fc.constantFrom('Northern', 'Southern', 'Eastern');
export const saveForm = commandOf({
  picks: fc.record({
    kind: fc.constantFrom('case', 'witness', 'school', 'user', 'team'),
    record: nat,
    name: newName,
    meanwhile: fc.option(newName, { freq: 1 }),
  }),
  when: (truth, { kind }) => canSupport(truth) && FORMS[kind].names(truth).size > 0,
  recorded: ['case', 'witness', 'school', 'user', 'team'].map((subject) => `update ${subject}`),
  does: async ({ world, truth, say }, { kind, name: typed, meanwhile, ...picks }) => {
    const form = FORMS[kind];
    const names = form.names(truth);
    const [id, before] = pick([...names], picks.record);
    const others = meanwhile === null ? '' : `, which a colleague names ${meanwhile} meanwhile`;
    say(`Sue opens the form of the ${kind} ${before}${others}, and names it ${typed}`);
    const { read, save } = form;
    const calls = callsBy(world, truth, 'Sue');
    const { version } = (await read(calls, world, id))!;
    const isTaken = (name: string) => kind === 'team' && [...names].some(([other, of]) => other !== id && of === name);
    const saveAs = async (name: string): Promise<Answer> => {
      const answer = await answerOf(save(calls, world, id, { version, changed: { name } }));
      if (answer.code === 'none') names.set(id, name);
      return answer;
    };
    if (meanwhile !== null) expect((await saveAs(meanwhile)).code).toBe(isTaken(meanwhile) ? 'NAME_TAKEN' : 'none');
    const now = names.get(id)!;
    const isChanged = (await read(calls, world, id))!.version !== version;
    const { code, data } = await saveAs(typed);
    // The same change, sent twice, is made once.
    if (isChanged && now !== typed) {
      expect(code, 'nobody overwrites what they have not seen').toBe('CHANGED_MEANWHILE');
      expect(data).toMatchObject({ by: 'Sue Root', current: { name: now } });
    } else expect(code).toBe(isTaken(typed) ? 'NAME_TAKEN' : 'none');
  },
});

export const addWitness = commandOf({
  picks: fc.constant(null),
  when: (truth) => canSupport(truth) && truth.witnesses.size < 4,
  recorded: ['create witness'],
  does: async ({ world, truth, say }) => {
    const name = `Witness ${truth.witnesses.size}`;
    say(`Sue adds the witness ${name}`);
    const id = randomUUID();
    const { caseId } = world;
    await callsBy(world, truth, 'Sue').witnesses.add({ id, caseId, name, side: 's', type: 'other' });
    truth.witnesses.set(id, name);
  },
});

export const deleteWitness = commandOf({
  picks: fc.record({ witness: nat }),
  when: (truth) => canSupport(truth) && truth.witnesses.size > 0,
  recorded: ['delete witness'],
  does: async ({ world, truth, say }, picks) => {
    const [witnessId, name] = pick([...truth.witnesses], picks.witness);
    say(`Sue deletes the witness ${name}`);
    await callsBy(world, truth, 'Sue').witnesses.remove({ witnessId });
    truth.witnesses.delete(witnessId);
    for (const round of truth.rounds.values()) if (round.witness === witnessId) round.witness = null;
  },
});
