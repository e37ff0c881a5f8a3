// Samples of the calls about a season: its book, rounds, line-ups and files.
import {
  at,
  id,
  inSeason,
  nothing,
  ofSchool,
  oneOfSchool,
  other,
  seasonPage,
  sheetRef,
  type Samples,
} from './shared.ts';
import { totals } from './kept-ballots.ts';

const book = { keepsBallots: true, keepUntil: '2027-06-30', sharesCards: true };
const roundFields = { number: 2, side: 'p', opponent: '1234', outcome: 'played', caseId: id };
const round = { id, tournamentId: other, teamId: id, ...roundFields, sharedWith: other, version: 1 };
const parts = [{ part: 'open', studentId: id, witnessId: null }];
const lineUp = { roundId: id, version: 1, parts };
const tournament = {
  id,
  name: 'Regionals',
  season: '2026-27',
  startsOn: '2026-11-21',
  endsOn: '2026-11-22',
  place: 'Des Moines',
  caseId: id,
  caseName: 'Doe v. Roe',
  sheet: sheetRef,
  version: 1,
};

export const seasonBook: Samples = {
  ofSchool: { input: ofSchool, output: { ...book, version: 0 } },
  change: { input: { schoolId: id, version: 0, changed: book }, output: { ...book, version: 1 } },
  seasons: { input: ofSchool, output: ['2026-27'] },
  season: { input: inSeason, output: { tournaments: [tournament], rounds: [round], ballots: [totals] } },
  deletionImpact: { input: ofSchool, output: { rounds: 4, ballots: 8 } },
  deleteEverything: { input: ofSchool, output: nothing },
};

export const rounds: Samples = {
  add: {
    input: { ...oneOfSchool, tournamentId: id, teamId: id, opponentTeamId: other, ...roundFields },
    output: round,
    optional: ['opponentTeamId'],
  },
  addMany: {
    input: { schoolId: id, tournamentId: id, teamId: id, rounds: [{ id, ...roundFields }] },
    output: [round],
  },
  update: { input: { ...oneOfSchool, version: 1, changed: roundFields }, output: round },
  remove: { input: oneOfSchool, output: nothing },
  lineUps: { input: { ...inSeason, after: id }, output: seasonPage(lineUp), optional: ['after'] },
  setLineUp: { input: { schoolId: id, ...lineUp }, output: lineUp },
};

const saved = { id, teamId: other, side: 'd', name: 'Finals', parts };
export const savedLineUps: Samples = {
  ofSchool: { input: ofSchool, output: [saved] },
  save: { input: { schoolId: id, ...saved }, output: nothing },
  rename: { input: { ...oneOfSchool, before: 'Finals', name: 'Semifinals' }, output: nothing },
  remove: { input: oneOfSchool, output: nothing },
};

const choices = {
  mapping: ['pOpen', null],
  tournament: 'Regionals',
  team: 'Blue',
  season: '2026-27',
  sheet: sheetRef,
  students: [{ name: 'Zoe P.', studentId: id }],
};
const optionalChoices = Object.keys(choices).map((key) => `choices/${key}`);
const file = new File(['Round,Judge'], 'season.csv');
const counts = { ballots: 8, rounds: 4, tournaments: 1, teams: 2, students: 12 };
const undone = {
  deleted: counts,
  names: { tournaments: ['Regionals'], teams: ['Blue'], students: ['Zoë Park'] },
  kept: [{ name: 'Red', isChanged: true }],
};
const preview = {
  format: 'tidy',
  columns: {
    headers: ['Round'],
    samples: ['1'],
    mapping: ['round', null],
    choices: ['round', 'judge'],
    sheet: sheetRef,
  },
  problems: [{ line: 3, message: 'There is no score.' }],
  missing: { tournament: true, team: false, season: true },
  adds: counts,
  lineUps: { set: ['Round 1'], kept: ['Round 2'] },
  joins: ['Round 3'],
  namesakes: ['Blue'],
  rows: [{ line: 2, tournament: 'Regionals', round: '1', judge: 'D. Kim', state: 'refused', message: 'No team.' }],
  unknown: [{ name: 'Zoe P.', suggestions: [id] }],
};

export const seasonFiles: Samples = {
  preview: { input: { schoolId: id, file, choices }, output: preview, optional: optionalChoices },
  run: { input: { ...oneOfSchool, file, choices }, output: counts, optional: optionalChoices },
  imports: { input: ofSchool, output: [{ id, fileName: 'season.csv', by: 'Ada Moss', at, ballots: 8 }] },
  undoImpact: { input: oneOfSchool, output: undone },
  undo: { input: oneOfSchool, output: undone },
  download: { input: { ...inSeason, format: 'xlsx' }, output: file, optional: ['season'] },
};
