// What people read of cases, witnesses, the school and its people.
import { expect } from 'vitest';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

/** Each has the name that somebody has given it last, knowing the one before. Trigger that counts versions, and `recordsOf`. */
export async function namesAreTrue(world: World, truth: Truth): Promise<void> {
  const { schoolId, caseId } = world;
  const { cases, witnesses, schools, assignments } = await world.observer(truth);
  const named = (all: { id: string; name: string }[]) => Object.fromEntries(all.map(({ id, name }) => [id, name]));
  expect(named(await cases.overview()), 'cases').toEqual(Object.fromEntries(truth.cases));
  expect(named(await witnesses.ofCase({ caseId })), 'witnesses').toEqual(Object.fromEntries(truth.witnesses));
  expect((await schools.details({ schoolId }))!.name, 'the school').toBe(truth.schools.get(schoolId));
  const people = (await assignments.inSchool({ schoolId })).filter(({ userId }) => truth.users.has(userId));
  for (const { userId, user } of people) expect(user.name).toBe(truth.users.get(userId));
}
