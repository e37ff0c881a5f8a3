// What a call answers about a season whose figures take minutes, or more memory than the server has for them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPUTING, TOO_LARGE } from '#contract/metrics.ts';
import { openSeasonModels, PROGRAM, type Fitted, type ModelJob } from '#server/season/models.ts';
import { openWorkerPool } from '#workers/worker-pool.ts';
import { eventually } from '../eventually.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addSeason } from './add-season.ts';

const SEASON = '2025-26';

let product: InProcess;
let schoolId: string;
beforeAll(async () => {
  product = await startInProcess();
  schoolId = await addSeason(product.database.owner, { season: SEASON, rounds: 20, judges: 2, students: 20 });
});
afterAll(() => product.close());

const poolOf = (limits: { maxSeconds?: number; resourceLimits?: { maxOldGenerationSizeMb: number } } = {}) =>
  openWorkerPool<ModelJob, Fitted>({ program: PROGRAM, maxThreads: 1, ...limits });

test('figures that take long are computed meanwhile, and are there at a later try', async () => {
  const pool = poolOf();
  const [patient, impatient] = [undefined, 1].map((wait) => openSeasonModels(product.database, pool, wait));
  const refusal = expect.objectContaining({ status: 503, message: COMPUTING });
  await expect(impatient!.of(schoolId, SEASON)).rejects.toEqual(refusal);
  // The thread does one job at a time, so the first one is done by now.
  expect(await patient!.of(schoolId, SEASON)).toMatchObject({ ballots: 40 });
  expect(await impatient!.of(schoolId, SEASON)).toMatchObject({ ballots: 40 });
  await pool.close();
});

test('a school computes one season at a time, and nothing for ballots that have changed before their turn', async () => {
  const pool = poolOf();
  const [begun, released] = [[] as Promise<Fitted>[], Promise.withResolvers<void>()];
  const run = (job: ModelJob) => {
    const result = released.promise.then(() => pool.run(job));
    begun.push(result);
    return result;
  };
  const models = openSeasonModels(product.database, { ...pool, run }, 1);
  for (const judge of ['Ann', 'Bob', 'Cid']) {
    await product.database.owner.updateTable('keptBallots').set({ judge }).where('schoolId', '=', schoolId).execute();
    await expect(models.of(schoolId, SEASON)).rejects.toMatchObject({ message: COMPUTING });
  }
  await eventually(async () => expect(begun).toHaveLength(1));
  released.resolve();
  await eventually(() => expect(models.of(schoolId, SEASON)).resolves.toMatchObject({ ballots: 40 }));
  expect(begun).toHaveLength(2);
  await pool.close();
});

test.each([
  ['too long', { maxSeconds: 0.001 }],
  ['too much memory', { resourceLimits: { maxOldGenerationSizeMb: 5 } }],
])(
  'figures that take %s are refused, also at the next try, with a sentence that names the reason',
  async (_, limits) => {
    const pool = poolOf(limits);
    const models = openSeasonModels(product.database, pool);
    const refusal = expect.objectContaining({ code: 'TOO_LARGE', ...TOO_LARGE });
    await expect(models.of(schoolId, SEASON)).rejects.toEqual(refusal);
    await pool.close();
    // A new computation would fail in another way now.
    await expect(models.of(schoolId, SEASON)).rejects.toEqual(refusal);
  },
);
