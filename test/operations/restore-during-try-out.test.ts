// A backup is restored while a try-out is scored: the scores are there completely or not at all, the answer is correct, and scoring
// goes on.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { Calls } from '#contract/index.ts';
import { answerTo, messagesOf, restoreWorld, schoolId, signedIn, withRestoreAt } from './restore-world.ts';

const id = randomUUID();
const scoresOf = (score: number) => Object.fromEntries(cellsOf(TRY_OUT).map(({ key }) => [key, score]));
const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const detailsFor = async (calls: Calls) => (await calls.tryOuts.details({ schoolId, id }))!;
const rate = async (calls: Calls, score: number): Promise<string> => {
  const [candidate] = (await detailsFor(calls)).candidates;
  return answerTo(calls.tryOuts.rate({ schoolId, candidateId: candidate!.id, scores: scoresOf(score) }));
};

restoreWorld(async (calls) => {
  await calls.tryOuts.create({ schoolId, id, name: 'Fall', sheet: TRY_OUT, deleteAfter: inAMonth });
  await calls.tryOuts.addCandidates({ schoolId, tryOutId: id, names: ['Ada'] });
  expect(await rate(calls, 2)).toBe('done');
});

test('a restore that begins at any message of a rating leaves the rating complete, or as it was in the backup', async () => {
  const first = await signedIn();
  const candidateId = (await detailsFor(first)).candidates[0]!.id;
  const rateAgain = (calls: Calls) => answerTo(calls.tryOuts.rate({ schoolId, candidateId, scores: scoresOf(4) }));
  const messages = await messagesOf(async () => expect(await rateAgain(first)).toBe('done'));
  expect((await detailsFor(first)).ratings).toMatchObject([{ scores: scoresOf(4) }]);
  for (let at = 1; at <= messages; at += Math.ceil(messages / 4)) {
    const person = await signedIn();
    const answer = await withRestoreAt(at, () => rateAgain(person));
    const where = `restored at message ${at} of ${messages}`;
    expect(['done', 'SERVICE_UNAVAILABLE', 'UNAUTHORIZED'], where).toContain(answer);
    const again = await signedIn();
    const { ratings, endedAt } = await detailsFor(again);
    expect(endedAt, where).toBeNull();
    const known = [
      { candidateId, scores: scoresOf(2) },
      ...(answer === 'done' ? [{ candidateId, scores: scoresOf(4) }] : []),
    ];
    expect(ratings, where).toHaveLength(1);
    expect(known, where).toContainEqual({ candidateId, scores: ratings[0]!.scores });
    expect(await rate(again, 3), where).toBe('done');
  }
});
