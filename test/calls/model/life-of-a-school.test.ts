// A model-based test of a school: the invariants hold whatever people do, in any order. docs/testing.md says how to replay a failure.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as accounts from './account-steps.ts';
import * as ballotFacts from './ballot-fact-steps.ts';
import * as ballots from './ballot-steps.ts';
import { changeBook, deleteEverything } from './book-steps.ts';
import * as bulk from './bulk-steps.ts';
import * as calendars from './calendar-steps.ts';
import * as cards from './card-steps.ts';
import { copySeason } from './copy-steps.ts';
import { deleteForGood, restoreDeleted } from './deleted-steps.ts';
import { endOfSchool } from './end-of-school.ts';
import * as reading from './export-steps.ts';
import * as files from './file-steps.ts';
import { ballotsAreTrue, forgottenNamesAreGone } from './invariants.ts';
import * as invitations from './invitation-steps.ts';
import * as lineUps from './line-up-steps.ts';
import { everyListIsTrue } from './list-invariants.ts';
import * as lists from './list-steps.ts';
import * as people from './people-steps.ts';
import * as programs from './program-steps.ts';
import * as records from './record-steps.ts';
import * as requests from './request-steps.ts';
import * as rosters from './roster-steps.ts';
import * as rounds from './round-steps.ts';
import * as tournaments from './tournament-steps.ts';
import * as tryOuts from './try-out-steps.ts';
import { backUp, passTime, requireSecondFactor, restart, restoreBackup } from './server-steps.ts';
import type { Command } from './step.ts';
import * as webhooks from './webhook-steps.ts';
import { makeWorlds } from './world.ts';

const RUNS = Number(process.env['TEST_MODEL_RUNS'] ?? 100);
// Always the same runs, so that a failure comes from the change. The long test makes others each time.
const SEED = Number(process.env['TEST_SEED'] ?? 1);
// A run gets half of these on average, and most of those can’t be done or are about another subject. About 32 remain.
const MAX_STEPS = 495;

let worlds: Awaited<ReturnType<typeof makeWorlds>>;
beforeAll(async () => {
  worlds = await makeWorlds();
});
afterAll(() => worlds.close());

const { signInAs: _, signIn, openResetLink, makeResetLink, ...accountSteps } = accounts;
const { keepBallot, ...ballotSteps } = ballots;
const { addRound, changeRound, ...roundSteps } = rounds;
const { deleteStudent, ...rosterSteps } = rosters;
/** What people can do, and how often they do it. A few of these subjects make up each run: with all of them, few steps would meet. */
const SUBJECTS: Record<string, [weight: number, steps: object][]> = {
  ballots: [
    [4, ballotSteps],
    [4, ballotFacts],
  ],
  // What judges wrote goes and comes back with students, while rounds and ballots are corrected.
  comments: [[9, { keepBallot, deleteStudent, changeRound, restoreDeleted, ...ballotFacts }]],
  rounds: [[3, roundSteps]],
  rosters: [
    [3, rosterSteps],
    [4, bulk],
  ],
  files: [
    [3, files],
    [3, reading],
    [3, { copySeason }],
  ],
  book: [[3, { changeBook, deleteEverything }]],
  accounts: [
    [2, accountSteps],
    [3, { openResetLink, makeResetLink }],
    [3, programs],
  ],
  server: [
    [2, { restart, requireSecondFactor, backUp }],
    // A restore takes as long as fifty other steps.
    [1, { restoreBackup }],
  ],
  lineUps: [[4, lineUps]],
  tournaments: [[7, tournaments]],
  tryOuts: [[4, tryOuts]],
  cards: [[6, cards]],
  calendars: [
    [7, calendars],
    [3, { deleteTeam: rosterSteps.deleteTeam }],
  ],
  webhooks: [[5, webhooks]],
  // Some compare every row of the database twice.
  people: [[3, people]],
  records: [[6, records]],
  lists: [[6, lists]],
  joining: [
    [3, requests],
    [3, invitations],
  ],
};
const ALWAYS: [weight: number, steps: object][] = [
  [5, { keepBallot, passTime }],
  [3, { signIn, addRound, deleteForGood }],
  // What is deleted and comes back meets what happens to its rounds meanwhile.
  [5, { deleteStudent, restoreDeleted, changeRound }],
];

let chosen: ReadonlySet<string> = new Set();
const only = (subject: string, command: Command): Command => ({
  ...command,
  check: (truth) => chosen.has(subject) && command.check(truth),
});
const arbitraries = (steps: object) => Object.values(steps) as fc.Arbitrary<Command>[];
const step = fc.oneof(
  ...ALWAYS.flatMap(([weight, steps]) => arbitraries(steps).map((arbitrary) => ({ weight, arbitrary }))),
  ...Object.entries(SUBJECTS).flatMap(([subject, all]) =>
    all.flatMap(([weight, steps]) =>
      arbitraries(steps).map((arbitrary) => ({
        weight,
        arbitrary: arbitrary.map((command) => only(subject, command)),
      })),
    ),
  ),
);

const subjects = fc.subarray(Object.keys(SUBJECTS), { minLength: 3, maxLength: 5 });

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
    fc.asyncProperty(subjects, fc.commands([step], { maxCommands: MAX_STEPS, size: 'max' }), async (some, commands) => {
      const { truth, world } = await worlds.next();
      chosen = new Set(some);
      try {
        await fc.asyncModelRun(() => ({ model: truth, real: world }), commands);
        await ballotsAreTrue(world, truth);
        await forgottenNamesAreGone(world, truth);
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
