// What the model of a season says in sentences: who is better, when scores will tell, and how sure it is.
import { expect, test } from 'vitest';
import { ROLES, type ScoreRow } from '#metrics/scores.ts';
import { comparisonsOf, PRIORS, seasonModelOf, type SeasonModel } from '#metrics/season-model.ts';
import {
  comparisonSentence,
  modelSentences,
  noiseSentence,
  percent,
  points,
  reliabilitySentence,
  roleSentence,
  roleVerdicts,
  roundSentence,
  shareOf,
} from '#metrics/sentences.ts';
import { ANN_AND_CO, ballotRows, scores } from './rows.ts';
import { season } from './simulated-season.ts';

test('below a probability of .75 there is no clear difference', () => {
  const comparison = { a: 'Ann', b: 'Ben', role: 'attorney-cross' } as const;
  expect(comparisonSentence({ ...comparison, probability: 0.744 })).toBe(
    'Ann and Ben: no clear difference in cross as attorney (74% that Ann is better).',
  );
  expect(comparisonSentence({ ...comparison, probability: 0.75 })).toBe(
    'Ann is probably better than Ben in cross as attorney (75%).',
  );
  expect(roundSentence(0.74)).toBe('No clear difference (74% that your side was the better one).');
  expect(roundSentence(0.75)).toBe('Your side was probably the better one (75%).');
  expect(roundSentence(0.2)).toBe('The other side was probably the better one (80%).');
});

test('how far judges differ is called a guess only if neither this season nor another program has measured it', () => {
  const measured =
    'This allows only for the usual difference between judges of the same round: about 7.5 points on a ballot. Where sides are usually close, the percentage is too high.';
  expect(noiseSentence({ points: 7.5, isOwn: false }, true)).toBe(measured);
  expect(noiseSentence({ points: 7.5, isOwn: false }, false)).toBe(
    `${measured} It was measured on college ballots, so on this score sheet it is only an estimate.`,
  );
  for (const isCollegeForm of [true, false])
    expect(noiseSentence({ points: 5.24, isOwn: true }, isCollegeForm)).toBe(
      'This allows only for the usual difference between judges of the same round in your season: about 5.2 points on a ballot. Where sides are usually close, the percentage is too high.',
    );
});

test('if scores don’t separate the students of a role, a forecast says when they might', () => {
  const sentences = [1, 2, 3, 4, 5].flatMap((seed) => {
    const model = seasonModelOf(season(18, PRIORS, seed).rows);
    return ROLES.map((role) => roleSentence(model, role));
  });
  const hopeful = sentences.filter((sentence) => sentence.includes(' they might'));
  expect(hopeful.length).toBeGreaterThan(0);
  for (const sentence of hopeful)
    expect(sentence).toMatch(
      /^These scores do not yet separate your [a-z ]+\. After [a-z]+ more rounds? they might\.$/,
    );
  const alone = seasonModelOf(ballotRows({ round: '1', ballot: 'a' }));
  expect(roleSentence(alone, 'opening')).toBe('Only one opener has scores, so there is nobody to compare.');
});

test('students who never played the same side are not compared', () => {
  const rows = Array.from({ length: 8 }, (_, round) =>
    ballotRows({
      round: `${round}`,
      ballot: 'a',
      side: round % 2 === 0 ? 'p' : 'd',
      students: { ...ANN_AND_CO, open: round % 2 === 0 ? 'Ann' : 'Dan' },
      scores: scores(8, { pOpen: 10, dOpen: 5 }),
    }),
  ).flat();
  const model = seasonModelOf(rows);
  expect(roleSentence(model, 'opening')).toBe('No two of your openers have scores on the same side to compare.');
  expect(roleSentence(model, 'attorney-cross')).toMatch(/^These scores /);
  const opening = model.estimates.filter(({ role }) => role === 'opening');
  for (const estimate of opening) {
    expect(estimate.estimate).toBeCloseTo(0, 9);
    expect(estimate.high).toBeGreaterThan(0.25);
    expect(shareOf(estimate, 'Ann')).toBe('nobody to compare with');
  }
  expect(reliabilitySentence(opening[0]!)).toBe(
    'Nobody else has scores in opening on the same side, so there is nobody to compare Ann with.',
  );
  expect(comparisonsOf(model).filter(({ role }) => role === 'opening')).toEqual([]);
});

/** Two openers on each side, one of them always better, and one more whom this ballot names. */
const openers = (more: readonly ScoreRow[]) =>
  seasonModelOf([
    ...['Ann', 'Gus', 'Dan', 'Kim'].flatMap((open, at) =>
      [1, 2, 3, 4, 5, 6].flatMap((round) =>
        ballotRows({
          round: `${open} ${round}`,
          ballot: 'a',
          side: at < 2 ? 'p' : 'd',
          students: { ...ANN_AND_CO, open },
          scores: scores(8, at % 2 === 0 ? { pOpen: 10, dOpen: 10 } : { pOpen: 5, dOpen: 5 }),
        }),
      ),
    ),
    ...more,
  ]);
const pairsOf = (model: SeasonModel) =>
  comparisonsOf(model)
    .filter(({ role }) => role === 'opening')
    .map(({ a, b }) => `${a} ${b}`)
    .toSorted();

// Points for all openers of a side change no figure, so the scores can't tell who of the two sides is better.
test('students of different sides are compared only if somebody did the role on both', () => {
  const apart = openers([]);
  expect(pairsOf(apart)).toEqual(['Ann Gus', 'Dan Kim']);
  const { sentence, clearest, more } = roleVerdicts(apart).get('opening')!;
  expect(sentence).toBe('These scores probably separate some of your openers.');
  expect(clearest.map(({ a, b }) => `${a} ${b}`).toSorted()).toEqual(['Ann Gus', 'Dan Kim']);
  expect(more).toBe(0);
  const together = openers(
    ballotRows({ round: 'both', ballot: 'a', side: 'd', students: { ...ANN_AND_CO, open: 'Gus' } }),
  );
  expect(pairsOf(together)).toHaveLength(6);
});

test('the forecast says if twelve more rounds would hardly help', () => {
  const model = seasonModelOf(ballotRows({ round: '1', ballot: 'a' }));
  expect(roleSentence(model, 'attorney-cross')).toBe(
    'These scores do not yet separate your crossing attorneys. Twelve more rounds may not be enough.',
  );
});

test('a season states the source of its variances and its reliability', () => {
  const model = seasonModelOf(season(4).rows);
  expect(modelSentences(model)).toEqual([
    '4 rounds are too few to estimate how much judges, days and students differ: until there are 20, another program’s figures are used.',
    'If your students differ far more than that program’s, up to half of the intervals are wrong: fewer than 8 rounds can’t show it.',
  ]);
  expect(modelSentences(seasonModelOf(season(8).rows))).toHaveLength(1);
  const estimate = {
    ...model.estimates[0]!,
    student: 'Ann',
    role: 'opening',
    rounds: 1,
    judges: 2,
    reliability: 0.163,
  } as const;
  expect(reliabilitySentence(estimate)).toBe(
    'After one round and two judges, about 16% of what Ann’s scores in opening show is Ann; the rest is the day, the judges and luck.',
  );
});

test('a probability is never shown as certain, and points have a sign', () => {
  expect([0.001, 0.5, 0.9999].map(percent)).toEqual(['1%', '50%', '99%']);
  expect([0.126, -0.126, 0.001, -0.001].map((value) => points(value))).toEqual(['+0.13', '-0.13', '0.00', '0.00']);
});
