// What a student was scored, and what the scores say.
import { at, id, other } from './shared.ts';

export const scores = { pOpen: 9, dOpen: 8, pDirect1: null };
export const score = {
  own: {
    studentId: id,
    sheetId: 'college-28',
    sheetTitle: 'College',
    tournamentId: id,
    tournament: 'Regionals',
    season: '2026-27',
    roundId: id,
    round: 2,
    side: 'p',
    ballotId: other,
    judgeNumber: 1,
    part: 'open',
    field: 'pOpen',
    label: 'P Opening',
    role: 'opening',
    min: 0,
    max: 10,
    score: 9,
    ballotMean: 7.5,
    opponent: 8,
    rank: 1,
    rankOf: 'attorney',
    comment: 'Clear.',
  },
  estimate: {
    studentId: id,
    role: 'opening',
    estimate: 0.4,
    low: -0.2,
    high: 1,
    comparedOn: 'd',
    reliability: 0.3,
    scores: 12,
    rounds: 4,
    judges: 6,
  },
  correction: { id, field: 'pOpen', before: 8, after: null, reason: 'Misread', by: 'Ada Moss', at },
};
