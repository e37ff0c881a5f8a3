// A backup is restored while somebody imports a season: the import is there completely or not at all, and its answer is correct.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import {
  answerTo,
  direct,
  messagesOf,
  restoreSaved,
  restoreWorld,
  schoolId,
  signedIn,
  withRestoreAt,
} from './restore-world.ts';

const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score,team';
const file = new File(
  [[HEADER, ...[1, 2].map((judge) => `2026-27,Cup,1,p,${judge},Rowe,open,Ann,speech,8,Varsity`)].join('\n')],
  'season.csv',
);

restoreWorld((calls) => calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } }));

/** What the import adds. */
const countAdded = async (): Promise<number[]> => {
  const { rows } = await sql<{ counts: number[] }>`select array[(select count(*) from season_imports),
    (select count(*) from tournaments where name = 'Cup'), (select count(*) from rounds), (select count(*) from kept_ballots),
    (select count(*) from ballot_scores), (select count(*) from students where name = 'Ann')]::int[] as counts`.execute(
    direct.owner,
  );
  return rows[0]!.counts;
};
const NOTHING = [0, 0, 0, 0, 0, 0];
const WHOLE = [1, 1, 1, 2, 2, 1];

const importIt = (calls: Calls): Promise<string> =>
  answerTo(calls.seasonFiles.run({ schoolId, id: randomUUID(), file, choices: {} }));

test('a restore that begins at any message of an import leaves the import whole or leaves nothing of it', async () => {
  await importIt(await signedIn());
  await restoreSaved();
  const first = await signedIn();
  const messages = await messagesOf(async () => expect(await importIt(first)).toBe('done'));
  expect(await countAdded()).toEqual(WHOLE);
  expect(messages).toBeGreaterThan(10);
  for (let at = 1; at <= messages; at += 6) {
    if ((await countAdded()).some((count) => count > 0)) await restoreSaved();
    const person = await signedIn();
    const answer = await withRestoreAt(at, () => importIt(person));
    const where = `restored at message ${at} of ${messages}`;
    expect(['done', 'SERVICE_UNAVAILABLE', 'UNAUTHORIZED'], where).toContain(answer);
    expect(answer === 'done' ? [NOTHING, WHOLE] : [NOTHING], where).toContainEqual(await countAdded());
    expect(await (await signedIn()).seasonBook.seasons({ schoolId }), where).toBeInstanceOf(Array);
  }
});
