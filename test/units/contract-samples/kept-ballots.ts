// Samples of the calls about kept ballots and what their scores say about students.
import { score, scores } from './scores.ts';
import { id, inSeason, nothing, ofSchool, oneOfSchool, other, seasonPage, sheetRef, type Samples } from './shared.ts';

const facts = { number: 1, judge: 'D. Kim', tabMargin: -12 };
const comments = { 'p open': 'Clear.', 'd close': 'Strong.' };
const ranks = { attorney: [id, null], witness: [other], anyone: [] };
export const totals = {
  id,
  roundId: other,
  ...facts,
  sheet: sheetRef,
  source: 'photo',
  pTotal: 120,
  dTotal: 132,
  unread: 1,
  isCheckedByTwo: false,
  version: 1,
};
const ballot = {
  ...totals,
  scores,
  comments,
  ranks,
  keptBy: 'Ada Moss',
  isHandedOver: false,
  checkedBy: null,
  mayCheck: true,
  corrections: [score.correction],
};

export const keptBallots: Samples = {
  ofRound: { input: { schoolId: id, roundId: other }, output: [ballot], optionalOutput: ['0/ranks/anyone'] },
  inSeason: {
    input: { ...inSeason, after: id },
    output: seasonPage(ballot),
    optional: ['after'],
    optionalOutput: ['rows/0/ranks/anyone'],
  },
  waiting: { input: ofSchool, output: [ballot], optionalOutput: ['0/ranks/anyone'] },
  keep: {
    input: { ...oneOfSchool, roundId: id, ...facts, source: 'typed', sheet: sheetRef, scores, comments, ranks },
    output: ballot,
    optional: ['sheet', 'ranks/anyone'],
    optionalOutput: ['ranks/anyone'],
  },
  update: {
    input: { ...oneOfSchool, version: 1, changed: { roundId: id, ...facts, comments, ranks } },
    output: ballot,
    optional: ['changed/ranks/anyone'],
    optionalOutput: ['ranks/anyone'],
  },
  correct: {
    input: { ...oneOfSchool, version: 1, scores: [{ field: 'pOpen', score: null }], reason: 'Misread' },
    output: ballot,
    optionalOutput: ['ranks/anyone'],
  },
  secondCheck: {
    input: { ...oneOfSchool, scores },
    output: { differences: [{ field: 'pOpen', kept: 9 }], isCheckedByTwo: false },
  },
  remove: { input: oneOfSchool, output: nothing },
  handOver: { input: { ...oneOfSchool, judge: '', source: 'file', scores }, output: nothing },
};

export const ownScores: Samples = { inSchool: { input: ofSchool, output: [score.own] } };

const onSheet = { ...inSeason, sheetId: 'college-28' };
const optional = ['sheetId'];
const comparison = { a: id, b: other, role: 'witness-cross', probability: 0.8 };
const strength = { sum: 1, low: -1, high: 3 };
const part = { part: 'open', roles: ['opening'] };
const figures = {
  rounds: 4,
  ballots: 8,
  isEstimated: false,
  variances: { ballot: 0.5, opponent: 0.1, student: 0.2, studentInRound: 0.1, rest: 0.7 },
  estimates: [score.estimate],
  verdicts: { opening: { sentence: 'Nobody is clearly better.', clearest: [comparison], more: 2 } },
  source: ['From another program.'],
  isOutdated: true,
  sheetId: 'college-28',
  sheets: [{ id: 'college-28', title: 'College', ballots: 8 }],
  parts: { p: [part], d: [part] },
};
export const metrics: Samples = {
  season: { input: onSheet, output: figures, optional },
  own: { input: onSheet, output: [score.estimate], optional },
  compare: {
    input: { ...onSheet, one: id, other },
    output: { comparisons: [comparison], isOutdated: false },
    optional,
  },
  lineUp: {
    input: { ...onSheet, side: 'd', one: { open: id, witness1: other }, other: { close: other } },
    output: {
      one: strength,
      other: strength,
      difference: { ...strength, probability: 0.7 },
      neverTried: [{ studentId: id, roles: ['closing', 'clerk'] }],
      isOutdated: false,
    },
    optional: ['sheetId', 'other'],
  },
  whomToTry: {
    input: { ...onSheet, part: 'bailiff' },
    output: [{ studentId: id, role: 'bailiff', learned: 0.2 }],
    optional,
  },
};
