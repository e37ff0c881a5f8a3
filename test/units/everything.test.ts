// What a student’s download of their own data contains.
import { expect, test } from 'vitest';
import { SCORE_FIELDS } from '#ballot/form.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import { cellsOf } from '#ballot/sheet/sheet.ts';
import { aboutStudent, type Everything } from '#web/records/everything.ts';

const scores = Object.fromEntries(SCORE_FIELDS.map((field) => [field, field.startsWith('p') ? 8 : 7]));
const round = { tournamentId: 't', teamId: null, number: 1, opponent: '', outcome: 'played', caseId: null, version: 1 };
const opening = (roundId: string, studentId: string) => ({
  roundId,
  version: 1,
  parts: [{ part: 'open', studentId, witnessId: null }],
});

/** Two of the school's teams met: Pia opened for P and Dan for D. */
const scrimmage = {
  teams: [],
  students: [
    { id: 'pia', name: 'Pia' },
    { id: 'dan', name: 'Dan' },
  ],
  waiting: [],
  sheets: [KENTUCKY],
  seasons: [
    {
      season: '2026-27',
      tournaments: [{ id: 't', name: 'Scrimmage' }],
      rounds: [
        { ...round, id: 'p', side: 'p', sharedWith: null },
        { ...round, id: 'd', side: 'd', sharedWith: 'p' },
      ],
      lineUps: [opening('p', 'pia'), opening('d', 'dan')],
      ballots: [
        {
          id: 'b',
          roundId: 'p',
          sheet: COLLEGE_28,
          number: 1,
          judge: 'Rowe',
          scores,
          comments: { 'p open': 'About Pia', 'd open': 'About Dan' },
          ranks: { attorney: ['pia', 'dan'], witness: [] },
        },
      ],
    },
  ],
} as unknown as Everything;

test.each([
  ['pia', 'Pia', 'Dan', 8, 1],
  ['dan', 'Dan', 'Pia', 7, 2],
])('where two own teams met, %s’s data has nothing about the other student', (id, name, other, score, rank) => {
  const about = aboutStudent(scrimmage, id);
  expect(about.scores).toMatchObject([{ part: 'open', score, comment: `About ${name}` }]);
  expect(about.ranks).toMatchObject([{ rank }]);
  expect(JSON.stringify(about)).not.toContain(other);
});

test('scores on another sheet are there with their names and ranges, and a rank is the place on the student’s side', () => {
  const [season] = scrimmage.seasons;
  const lineUp = (roundId: string, studentId: string) => ({
    roundId,
    version: 1,
    parts: [{ part: 'witness2' as const, studentId, witnessId: null }],
  });
  const kept = {
    ...season!.ballots[0]!,
    sheet: KENTUCKY,
    scores: Object.fromEntries(cellsOf(KENTUCKY).map(({ key, side }) => [key, side === 'p' ? 9 : 6])),
    comments: { 'd witness2': 'Calm', 'd clerk': 'Punctual' },
    ranks: { attorney: [], witness: [null, 'dan'] },
  };
  const parts = [...lineUp('d', 'dan').parts, { part: 'clerk' as const, studentId: 'dan', witnessId: null }];
  const lineUps = [lineUp('p', 'pia'), { ...lineUp('d', 'dan'), parts }];
  const about = aboutStudent({ ...scrimmage, seasons: [{ ...season!, lineUps, ballots: [kept] }] }, 'dan');
  expect(about.scores).toMatchObject([
    { part: 'witness2', score: 6, label: 'D Witness #2', min: 1, max: 10, comment: 'Calm' },
    { part: 'clerk', score: null, comment: 'Punctual' },
  ]);
  expect(about.ranks).toMatchObject([{ as: 'witness', rank: 1 }]);
});
