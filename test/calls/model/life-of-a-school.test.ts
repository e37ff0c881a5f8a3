// A model-based test of a school: the invariants hold whatever people do, in any order. docs/testing.md says how to replay a failure.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accounts from './account-steps.ts';
import * as ballots from './ballot-steps.ts';
import { changeBook, deleteEverything } from './book-steps.ts';
import * as bulk from './bulk-steps.ts';
import * as cards from './card-steps.ts';
import * as deleted from './deleted-steps.ts';
import { endOfSchool } from './end-of-school.ts';
import * as files from './file-steps.ts';
import * as lineUps from './line-up-steps.ts';
import { everyListIsTrue } from './list-invariants.ts';
import * as people from './people-steps.ts';
import * as programs from './program-steps.ts';
import * as rosters from './roster-steps.ts';
import * as rounds from './round-steps.ts';
import * as tryOuts from './try-out-steps.ts';
import { backUp, passTime, requireSecondFactor, restart, restoreBackup } from './server-steps.ts';
import type { Command } from './step.ts';
import { makeWorlds } from './world.ts';

const RUNS = Number(process.env['TEST_MODEL_RUNS'] ?? 100);
// Always the same runs, so that a failure comes from the change. The long test makes others each time.
const SEED = Number(process.env['TEST_SEED'] ?? 1);
// Half of the steps on average, of which some can’t be done: about 30 in each run.
const MAX_STEPS = 120;

let worlds: Awaited<ReturnType<typeof makeWorlds>>;
beforeAll(async () => {
  worlds = await makeWorlds();
});
afterAll(() => worlds.close());

const often = (weight: number, ...commands: fc.Arbitrary<Command>[]) =>
  commands.map((arbitrary) => ({ weight, arbitrary }));
const { signInAs: _, openResetLink, makeResetLink, ...accountSteps } = accounts;
const step = fc.oneof(
  ...often(6, ballots.keepBallot, passTime),
  ...often(4, ...Object.values(ballots).filter((each) => each !== ballots.keepBallot)),
  ...often(3, ...Object.values(rosters), ...Object.values(files), changeBook, deleteEverything),
  ...often(2, ...Object.values(accountSteps), restart, requireSecondFactor, backUp),
  // A restore takes as long as fifty other steps.
  ...often(1, restoreBackup),
  ...often(3, openResetLink, makeResetLink),
  ...often(3, ...Object.values(deleted), ...Object.values(rounds), ...Object.values(lineUps)),
  ...often(2, ...Object.values(tryOuts), ...Object.values(cards), ...Object.values(bulk), ...Object.values(programs)),
  // Each compares every row of the database twice.
  ...often(1, ...Object.values(people)),
);

const listOf = (commands: Iterable<Command>): string =>
  [...commands]
    .map(String)
    .filter((sentence) => sentence !== '')
    .map((sentence, index) => `${index + 1}. ${sentence}`)
    .join('\n');

test('a school’s season book, roster and accounts match the model, whatever people do', async () => {
  let steps = 0;
  let failed = '';
  const result = await fc.check(
    fc.asyncProperty(fc.commands([step], { maxCommands: MAX_STEPS, size: 'max' }), async (commands) => {
      const { truth, world } = await worlds.next();
      try {
        await fc.asyncModelRun(() => ({ model: truth, real: world }), commands);
        await everyListIsTrue(world, truth);
        await endOfSchool(world, truth);
        steps += listOf(commands as Iterable<Command>).split('\n').length;
      } catch (error) {
        // The last one is the shortest. What the commands say is overwritten by shorter runs that pass.
        failed = listOf(commands as Iterable<Command>);
        throw error;
      } finally {
        await world.product.settled();
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  console.log(`${result.numRuns} runs, ${steps} steps, seed ${SEED}`);
  if (!result.failed) return;
  expect.fail(`With TEST_SEED=${SEED}:\n${failed}\n\n${String(result.errorInstance)}`);
}, 36_000_000);
