// Scores of a saved ballot are corrected with a reason, and checked by a second person.
import { describe, expect, test } from 'vitest';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';
import { seasonBookWorld, SCORES, sum, product, schoolId, as, roundId, ballot, seasonAs } from './season-book-world.ts';

seasonBookWorld();

describe('corrections', () => {
  test('a score changes only with a reason, and the old and new values, the person and the time are stored', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    const change = { schoolId, id, version, scores: [{ field: 'pOpen' as const, score: 9 }] };
    expect(await refused(as.primary.keptBallots.correct({ ...change, reason: ' ' }))).toMatchObject({
      code: 'BAD_REQUEST',
    });
    const corrected = await as.primary.keptBallots.correct({ ...change, reason: 'The 9 looked like a 0' });
    expect(corrected.scores.pOpen).toBe(9);
    expect(corrected.pTotal).toBe(sum('p') - SCORES.pOpen + 9);
    expect(corrected.corrections).toEqual([
      {
        id: expect.any(String),
        field: 'pOpen',
        before: SCORES.pOpen,
        after: 9,
        reason: 'The 9 looked like a 0',
        by: 'primary',
        at: expect.any(Date),
      },
    ]);
  });

  test('the second of two simultaneous corrections gets a conflict that names the first', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    const change = (score: number) => ({
      schoolId,
      id,
      version,
      scores: [{ field: 'pOpen' as const, score }],
      reason: 'Misread',
    });
    await as.primary.keptBallots.correct(change(9));
    expect(await refused(as.admin.keptBallots.correct(change(8)))).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  test('the same correction sent twice is made once, and both are told its result; so is an edit', async () => {
    const kept = await as.admin.keptBallots.keep(ballot());
    const at = { schoolId, id: kept.id, version: kept.version };
    const scores = [
      { field: 'pOpen' as const, score: SCORES.pOpen === 9 ? 8 : 9 },
      { field: 'pClose' as const, score: SCORES.pClose },
    ];
    const correct = () => as.primary.keptBallots.correct({ ...at, scores, reason: 'Misread' });
    const [once, twice] = [await correct(), await correct()];
    expect(once.corrections.map(({ field }) => field)).toEqual(['pOpen']);
    expect(twice).toEqual(once);
    const toWhatTheyAre = { ...at, version: once.version, scores, reason: 'Misread' };
    expect(await as.admin.keptBallots.correct(toWhatTheyAre)).toMatchObject({ version: once.version });
    // One of its scores alone is another correction.
    const other = { ...at, scores: [scores[0]!, { field: 'pClose' as const, score: 1 }], reason: 'Misread' };
    expect(await refused(as.primary.keptBallots.correct(other))).toMatchObject({ code: 'CHANGED_MEANWHILE' });

    const rename = { ...at, version: once.version, changed: { judge: 'Judge Kovač' } };
    const [renamed, again] = [await as.admin.keptBallots.update(rename), await as.admin.keptBallots.update(rename)];
    expect(renamed).toMatchObject({ judge: 'Judge Kovač', version: once.version + 1 });
    expect(again).toEqual(renamed);
    const differently = as.admin.keptBallots.update({ ...rename, changed: { judge: 'Somebody else' } });
    expect(await refused(differently)).toMatchObject({ code: 'CHANGED_MEANWHILE' });
  });

  test('the history records that a ballot was saved and corrected, without its scores', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    await as.admin.keptBallots.correct({
      schoolId,
      id,
      version,
      scores: [{ field: 'pOpen', score: 9 }],
      reason: 'Misread',
    });
    const member = await addPerson(product.database, { superAdmin: true, roles: { [schoolId]: 'viewer' } });
    const { rows } = await callsAs(product, member).history.list({ recordId: id });
    expect(rows.map(({ action, subject, before, after }) => ({ action, subject, before, after }))).toEqual([
      { action: 'update', subject: 'keptBallot', before: null, after: null },
      { action: 'create', subject: 'keptBallot', before: null, after: null },
    ]);
  });
});

describe('a second check', () => {
  test('must be by somebody else, returns only the differences in the order of the sheet, and is void after a correction', async () => {
    const { id, version } = await as.admin.keptBallots.keep(ballot());
    expect(await refused(as.admin.keptBallots.secondCheck({ schoolId, id, scores: SCORES }))).toMatchObject({
      code: 'SAME_PERSON',
    });
    const other = (score: number) => (score === 10 ? 0 : 10);
    const typed = { ...SCORES, pDirect2: other(SCORES.pDirect2), dClose: other(SCORES.dClose) };
    expect(await as.primary.keptBallots.secondCheck({ schoolId, id, scores: typed })).toEqual({
      differences: [
        { field: 'pDirect2', kept: SCORES.pDirect2 },
        { field: 'dClose', kept: SCORES.dClose },
      ],
      isCheckedByTwo: false,
    });
    expect((await seasonAs('viewer')).ballots).toMatchObject([{ isCheckedByTwo: false }]);
    expect(await as.primary.keptBallots.secondCheck({ schoolId, id, scores: SCORES })).toEqual({
      differences: [],
      isCheckedByTwo: true,
    });
    const [checked] = await as.admin.keptBallots.ofRound({ schoolId, roundId });
    expect(checked).toMatchObject({ isCheckedByTwo: true, checkedBy: 'primary' });
    await as.admin.keptBallots.correct({
      schoolId,
      id,
      version: checked?.version ?? version,
      scores: [{ field: 'dClose', score: typed.dClose }],
      reason: 'Both had misread it',
    });
    expect((await seasonAs('viewer')).ballots).toMatchObject([{ isCheckedByTwo: false }]);
  });
});
