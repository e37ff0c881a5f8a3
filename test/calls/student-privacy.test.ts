// A student’s own data of a season: the scores that the student can see, the download, and anonymizing.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { addPerson, callsAs, type Person } from '../people.ts';
import { refused } from './refused.ts';
import {
  seasonBookWorld,
  SEASON,
  SCORES,
  product,
  school,
  schoolId,
  people,
  as,
  roundId,
  ballot,
  dump,
} from './season-book-world.ts';

seasonBookWorld();

describe('a student', () => {
  let student: Person & { userId: string };
  beforeEach(async () => {
    student = await addPerson(product.database, { roles: { [schoolId]: 'viewer' } });
    const changed = { userId: student.userId };
    await as.admin.students.update({ schoolId, id: school.studentId, version: 1, changed });
    const parts = [
      { part: 'open' as const, studentId: school.studentId, witnessId: null },
      { part: 'cross2' as const, studentId: school.studentId, witnessId: null },
    ];
    await as.admin.rounds.setLineUp({ schoolId, roundId, version: 1, parts });
    await as.admin.keptBallots.keep(
      ballot({
        comments: { 'p open': 'Calm and clear', 'p close': 'For somebody else' },
        ranks: { attorney: [null, school.studentId], witness: [] },
      }),
    );
  });

  test('who is linked to an account can read their own scores and what these are compared to, and nobody else’s', async () => {
    const calls = callsAs(product, student);
    const mean = SCORE_FIELDS.reduce((total, field) => total + SCORES[field], 0) / SCORE_FIELDS.length;
    const own = await calls.ownScores.inSchool({ schoolId });
    expect(own).toMatchObject([
      { part: 'open', field: 'pOpen', score: SCORES.pOpen, opponent: SCORES.dOpen, rank: 2, comment: 'Calm and clear' },
      { part: 'cross2', field: 'pCross2', score: SCORES.pCross2, opponent: SCORES.dWCross2, rank: 2, comment: null },
    ]);
    expect(own[0]?.ballotMean).toBeCloseTo(mean);
    expect(await calls.keptBallots.ofRound({ schoolId, roundId })).toEqual([]);
    expect(await as.viewer.ownScores.inSchool({ schoolId })).toEqual([]);
    expect(await calls.metrics.own({ schoolId, season: SEASON })).toMatchObject([
      { studentId: school.studentId, role: 'opening', rounds: 1 },
      { studentId: school.studentId, role: 'attorney-cross' },
    ]);
    expect(await as.viewer.metrics.own({ schoolId, season: SEASON })).toEqual([]);
  });

  test('a person of another school can’t be linked', async () => {
    const changed = { userId: people.stranger.userId };
    const foreign = as.admin.students.update({ schoolId, id: school.studentId, version: 2, changed });
    expect(await refused(foreign)).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('who is anonymized is named in no table and no later backup, and the scores stay without a name', async () => {
    const name = `Zebulon Quill ${randomUUID()}`;
    const { version } = (await as.admin.students.inSchool({ schoolId })).find(({ id }) => id === school.studentId) ?? {
      version: 0,
    };
    await as.admin.students.update({ schoolId, id: school.studentId, version, changed: { name } });
    expect(await dump()).toContain(name);
    await as.admin.students.anonymize({ schoolId, id: school.studentId });
    expect(await dump()).not.toContain(name);
    expect(JSON.stringify(product.logged)).not.toMatch(/Zebulon|pOpen|Calm and clear/);
    const [kept] = await as.admin.keptBallots.ofRound({ schoolId, roundId });
    expect(kept).toMatchObject({ scores: SCORES, comments: { 'p close': 'For somebody else' } });
    expect(kept?.comments).not.toHaveProperty('p open');
    const { rows } = await as.admin.rounds.lineUps({ schoolId, season: SEASON });
    expect(rows[0]?.parts.every(({ studentId }) => studentId === null)).toBe(true);
  });
});
