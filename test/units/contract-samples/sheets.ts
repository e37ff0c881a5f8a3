// Samples of the calls about score sheets and try-outs.
import { at, id, nothing, ofSchool, oneOfSchool, other, sheetRef, type Samples } from './shared.ts';

const row = { label: 'Opening', min: 1, max: 10, weight: 1 };
const pCell = { key: 'pOpen', label: 'P Opening', role: 'opening', number: 1 };
const pSide = { short: 'P', name: 'Plaintiff', title: 'For the plaintiff' };
const dSide = { short: 'D', name: 'Defendant', title: 'For the defense' };
const sheet = {
  id,
  version: 1,
  title: 'Our sheet',
  source: 'Northfield University',
  note: 'Whole numbers only.',
  sides: { p: pSide, d: dSide },
  sections: [{ title: 'Openings', rows: [{ ...row, p: pCell, d: { ...pCell, key: 'dOpen', label: 'D Opening' } }] }],
  tiesBrokenBy: 'The closing',
  ranks: [{ of: 'attorney', places: 4, each: 'side' }],
};

export const sheets: Samples = {
  ofSchool: { input: ofSchool, output: [{ sheet, madeBy: 'Ada Moss', madeAt: at }] },
  version: { input: { schoolId: id, sheet: sheetRef }, output: { ...sheet, id: 'college-28' } },
  save: { input: { schoolId: id, sheet }, output: nothing },
  remove: { input: oneOfSchool, output: nothing },
};

/** With one side. */
const tryOutSheet = {
  ...sheet,
  sides: { p: pSide, d: null },
  sections: [{ title: null, rows: [{ ...row, p: pCell, d: null }] }],
};
const tryOut = { id, name: 'Fall', deleteAfter: '2027-06-30', endedAt: at, candidates: 12 };
export const tryOuts: Samples = {
  inSchool: { input: ofSchool, output: [tryOut] },
  details: {
    input: oneOfSchool,
    output: {
      ...tryOut,
      sheet: tryOutSheet,
      candidates: [{ id, name: 'Zoë Park', studentId: other }],
      ratings: [{ candidateId: id, raterId: other, scores: { pOpen: 9 } }],
      estimates: [{ candidateId: id, mean: 7.5, raters: 3, estimate: 0.4, low: -0.2, high: 1 }],
      raters: [{ id, name: 'Ada Moss', rated: 12 }],
    },
  },
  create: { input: { ...oneOfSchool, name: 'Fall', sheet: tryOutSheet, deleteAfter: '2027-06-30' }, output: nothing },
  addCandidates: { input: { schoolId: id, tryOutId: other, names: ['Zoë Park'] }, output: nothing },
  removeCandidate: { input: oneOfSchool, output: nothing },
  rate: { input: { schoolId: id, candidateId: other, scores: { pOpen: 9 } }, output: nothing },
  end: { input: oneOfSchool, output: nothing },
  remove: { input: oneOfSchool, output: nothing },
  addToRoster: { input: { schoolId: id, candidateId: other, studentId: id }, output: nothing },
};
