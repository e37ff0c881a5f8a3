// How each run ends: the school is deleted for good, and nothing of it is left.
import { expect } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { addSession, callsAs } from '#test/people.ts';
import { rowsWith } from './invariants.ts';
import { otherSchoolIsUnchanged } from './other-school.ts';
import { complaints } from './server-steps.ts';
import { NAMED } from './season.ts';
import type { Truth } from './truth.ts';
import type { World } from './world.ts';

/** Every other school is deleted for good by Sue, and the rest by the cleanup, once 30 days are over. */
export async function endOfSchool(world: World, truth: Truth): Promise<void> {
  await otherSchoolIsUnchanged(world);
  truth.needsFactor = false;
  await world.restart(truth);
  const { database, schoolId, clock } = world;
  const sue = callsAs(world.product, { token: await addSession(database, truth.accounts.Sue.id) });
  await sue.schools.remove({ schoolId });
  const isWaiting = truth.now % 2 === 0 || truth.ned.deletedAt !== null;
  if (isWaiting) await clock.forward('31 days');
  else await sue.deletedRecords.deleteForGood({ id: schoolId });
  await cleanUp(database, world.product.settings, complaints);
  await nothingIsLeft(world);
}

async function nothingIsLeft(world: World): Promise<void> {
  // The history says which school was deleted, and names no student.
  const left = await rowsWith(world, (table) => (table === 'changes' ? NAMED : [world.schoolId, ...NAMED]));
  expect(left, 'after the school was deleted for good').toEqual([]);
}
