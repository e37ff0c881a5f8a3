// What a call answers about a season whose figures take minutes, or more memory than the server has for them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPUTING, OUTDATED, TOO_LARGE } from '#contract/metrics.ts';
import { openSeasonModels, PROGRAM, type Fitted, type ModelJob } from '#server/season/models.ts';
import { openWorkerPool } from '#workers/worker-pool.ts';
import { eventually } from '../eventually.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, callsAs } from '../people.ts';
import { addSeason } from './add-season.ts';

const SEASON = '2025-26';
const EARLIER = '2024-25';

let product: InProcess;
/** Two seasons with 40 ballots each. */
let schoolId: string;
beforeAll(async () => {
  product = await startInProcess();
  const { owner } = product.database;
  schoolId = await addSeason(owner, { season: SEASON, rounds: 80, judges: 1, students: 20 });
  await owner.updateTable('tournaments').set({ season: EARLIER }).where('name', '=', 'Tournament 1').execute();
});
afterAll(() => product.close());

type Limits = { maxThreads?: number; maxSeconds?: number; resourceLimits?: { maxOldGenerationSizeMb: number } };
const poolOf = (limits: Limits = {}) =>
  openWorkerPool<ModelJob, Fitted>({ program: PROGRAM, maxThreads: 1, ...limits });

const AT_ONCE = { maxWaitMs: { ordinary: 1, large: 1 } };
const computing = expect.objectContaining({ code: 'COMPUTING', ...COMPUTING }) as unknown;

/** A pool whose threads get their jobs later. */
function heldPool(limits: Limits = {}) {
  const pool = poolOf(limits);
  const held: { job: ModelJob; release: () => void }[] = [];
  const run = async (job: ModelJob) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push({ job, release: resolve });
    await promise;
    return pool.run(job);
  };
  return { pool: { ...pool, run }, held };
}

const changeJudge = (judge: string) =>
  product.database.owner.updateTable('keptBallots').set({ judge }).where('schoolId', '=', schoolId).execute();

test('figures that take long are computed meanwhile, and are there at a later try', async () => {
  const { pool, held } = heldPool();
  const models = openSeasonModels(product.database, pool, AT_ONCE);
  await expect(models.of(schoolId, SEASON)).rejects.toEqual(computing);
  await eventually(() => expect(held).toHaveLength(1));
  await expect(models.of(schoolId, SEASON)).rejects.toEqual(computing);
  held[0]!.release();
  await eventually(() => expect(models.of(schoolId, SEASON)).resolves.toMatchObject({ ballots: 40 }));
  expect(held).toHaveLength(1);
  await pool.close();
});

test('while ballots change more often than a computation takes, there are the figures of the one before, which say so', async () => {
  const { pool, held } = heldPool();
  const models = openSeasonModels(product.database, pool, AT_ONCE);
  const told: string[] = [];
  const stop = await product.database.listen({ change: (payload) => void told.push(payload), gap: () => {} });
  await changeJudge('Ann');
  await expect(models.of(schoolId, SEASON)).rejects.toEqual(computing);
  await eventually(() => expect(held).toHaveLength(1));
  await changeJudge('Bob');
  await expect(models.of(schoolId, SEASON)).rejects.toEqual(computing);
  held[0]!.release();
  await eventually(() => expect(held).toHaveLength(2));
  for (const judge of ['Cid', 'Dee']) {
    await changeJudge(judge);
    expect((await models.of(schoolId, SEASON))?.source[0]).toBe(OUTDATED);
  }
  held[1]!.release();
  await eventually(() => expect(held).toHaveLength(3));
  expect(held[2]!.job.texts.join('')).toContain('Dee');
  told.length = 0;
  held[2]!.release();
  await eventually(() => expect(told).toContain(`["keptBallot", "${schoolId}", null]`));
  expect((await models.of(schoolId, SEASON))?.source[0]).not.toBe(OUTDATED);
  expect(held).toHaveLength(3);
  await stop();
  await pool.close();
});

test('a comparison and a line-up of older figures say so', async () => {
  const { pool, held } = heldPool();
  const other = await startInProcess({}, undefined, (database) => openSeasonModels(database, pool, AT_ONCE));
  const { owner } = other.database;
  const of = {
    schoolId: await addSeason(owner, { season: SEASON, rounds: 20, judges: 1, students: 20 }),
    season: SEASON,
  };
  const { students, metrics } = callsAs(other, await addPerson(other.database, { roles: { [of.schoolId]: 'admin' } }));
  const [ann, bea] = (await students.inSchool({ schoolId: of.schoolId })).map(({ id }) => id) as [string, string];
  const ask = async () => {
    const compared = await metrics.compare({ ...of, one: ann, other: bea });
    const lineUp = await metrics.lineUp({ ...of, side: 'p', one: { open: ann } });
    return [compared?.isOutdated, lineUp?.isOutdated];
  };
  await expect(ask()).rejects.toMatchObject({ code: 'COMPUTING' });
  await eventually(() => held[0]!.release());
  await eventually(async () => expect(await ask()).toEqual([false, false]));
  await owner.updateTable('keptBallots').set({ judge: 'Bob' }).execute();
  expect(await ask()).toEqual([true, true]);
  // A server that was restarted has no older figures.
  const restarted = openSeasonModels(other.database, pool, AT_ONCE);
  await expect(restarted.of(of.schoolId, SEASON)).rejects.toEqual(computing);
  await eventually(() => held[1]!.release());
  await eventually(async () => expect(await ask()).toEqual([false, false]));
  await eventually(() => held[2]!.release());
  await eventually(async () => expect(await restarted.of(of.schoolId, SEASON)).toMatchObject({ isOutdated: false }));
  await other.close();
  await pool.close();
});

test('a school’s large season does not hold up its other seasons', async () => {
  const { pool, held } = heldPool({ maxThreads: 2 });
  const models = openSeasonModels(product.database, pool, { maxWaitMs: { ordinary: 300_000, large: 1 } });
  const { owner } = product.database;
  const school = await addSeason(owner, { season: SEASON, rounds: 560, judges: 2, students: 20 });
  await owner
    .updateTable('tournaments')
    .set({ season: EARLIER })
    .where('schoolId', '=', school)
    .where('name', '=', 'Tournament 14')
    .execute();
  await expect(models.of(school, SEASON)).rejects.toEqual(computing);
  const other = models.of(school, EARLIER);
  await eventually(() => expect(held).toHaveLength(2));
  for (const { release } of held) release();
  expect(await other).not.toBeNull();
  await pool.close();
});

test('a school computes one season at a time, and only once for ballots that change before its turn', async () => {
  const { pool, held } = heldPool();
  const models = openSeasonModels(product.database, pool, AT_ONCE);
  await expect(models.of(schoolId, EARLIER)).rejects.toEqual(computing);
  for (const judge of ['Cid', 'Dee']) {
    await changeJudge(judge);
    await expect(models.of(schoolId, SEASON)).rejects.toEqual(computing);
  }
  await eventually(() => expect(held).toHaveLength(1));
  held[0]!.release();
  await eventually(() => expect(held).toHaveLength(2));
  expect(held[1]!.job.texts.join('')).toContain('Dee');
  held[1]!.release();
  await eventually(() => expect(models.of(schoolId, SEASON)).resolves.toMatchObject({ ballots: 40 }));
  expect(held).toHaveLength(2);
  await pool.close();
});

test('the large seasons of two schools are computed one after the other, and a third school’s figures meanwhile', async () => {
  const { pool, held } = heldPool({ maxThreads: 2 });
  const models = openSeasonModels(product.database, pool, { maxWaitMs: { ordinary: 300_000, large: 1 } });
  const { owner } = product.database;
  const large = { season: SEASON, rounds: 501, judges: 2, students: 20 };
  const schools = [await addSeason(owner, large), await addSeason(owner, large)];
  for (const school of schools) await expect(models.of(school, SEASON)).rejects.toEqual(computing);
  await eventually(() => expect(held).toHaveLength(1));
  const other = models.of(schoolId, SEASON);
  await eventually(() => expect(held).toHaveLength(2));
  held[1]!.release();
  expect(await other).toMatchObject({ ballots: 40 });
  expect(held).toHaveLength(2);
  held[0]!.release();
  await eventually(() => expect(held).toHaveLength(3));
  held[2]!.release();
  for (const school of schools)
    await eventually(() => expect(models.of(school, SEASON)).resolves.toMatchObject({ ballots: 1002 }));
  await pool.close();
});

test.each([
  ['being computed', {}, COMPUTING.message, true],
  ['too large', { maxSeconds: 0.001 }, TOO_LARGE.message, false],
])(
  'a student’s card shows the scores of a season whose figures are %s, and says so',
  async (_, limits, reason, isComputing) => {
    const { pool, held } = heldPool(limits);
    const limited = await startInProcess({}, product.database, (database) =>
      openSeasonModels(database, pool, isComputing ? AT_ONCE : {}),
    );
    await product.database.owner.updateTable('seasonBooks').set({ sharesCards: true }).execute();
    const { students, studentLinks } = callsAs(
      limited,
      await addPerson(product.database, { roles: { [schoolId]: 'admin' } }),
    );
    const [student] = await students.inSchool({ schoolId });
    const { token } = await studentLinks.make({ schoolId, studentId: student!.id, season: SEASON, days: '7' });
    const open = () => limited.browser().calls.session.studentCard({ token });
    const opening = open();
    await eventually(() => expect(held).toHaveLength(1));
    if (!isComputing) held[0]!.release();
    const card = await opening;
    expect(card).toMatchObject({ estimates: [], missing: { reason, isComputing } });
    expect(card.scores.length).toBeGreaterThan(0);
    if (isComputing) {
      held[0]!.release();
      await eventually(() => expect(open()).resolves.toMatchObject({ missing: null }));
    }
    await pool.close();
  },
);

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

test('figures that took too long are tried again later: the machine may have been busy', async () => {
  const pool = poolOf({ maxSeconds: 0.001 });
  const models = openSeasonModels(product.database, pool, { retryAfterMs: 1 });
  await expect(models.of(schoolId, SEASON)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  await pool.close();
  await eventually(() => expect(models.of(schoolId, SEASON)).rejects.toMatchObject({ reason: 'closed' }));
});
