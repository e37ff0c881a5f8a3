// The size limits of one import: the preview says so, and nothing of a larger file is imported.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { refused } from './refused.ts';
import { keepingSchool, lineFor, SEASON, smallFile } from './season-school.ts';

let product: InProcess;
let schoolId: string;
let calls: Calls;
beforeAll(async () => {
  product = await startInProcess();
  ({ schoolId, calls } = await keepingSchool(product));
});
afterAll(() => product.close());

/** A file with this many ballots, four per tournament. */
const fileOfBallots = (count: number): File =>
  smallFile(
    ...Array.from({ length: count }, (_, index) =>
      lineFor('1', 1 + (index % 4), 'open', 'Ann Example', 8).replace('Harvest', `Cup ${Math.floor(index / 4)}`),
    ),
  );

test('a file of 2,000 ballots can be imported, and one of 2,001 is refused with what to do', async () => {
  const most = await calls.seasonFiles.preview({ schoolId, file: fileOfBallots(2000), choices: {} });
  expect(most.adds.ballots).toBe(2000);
  const file = fileOfBallots(2001);
  const refusal = {
    code: 'UNREADABLE_FILE',
    message: 'The file has more than 2,000 ballots. Split it up and import the parts.',
  };
  expect(await refused(calls.seasonFiles.preview({ schoolId, file, choices: {} }))).toMatchObject(refusal);
  expect(await refused(calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} }))).toMatchObject(
    refusal,
  );
  expect((await calls.seasonBook.season({ schoolId, season: SEASON })).rounds).toEqual([]);
});
