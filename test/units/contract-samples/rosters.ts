// Samples of the calls about a school's teams, students and tournaments, what it deleted, and its links for calendars and programs.
import { at, id, inBulk, nothing, ofSchool, oneOfSchool, other, sheetRef, token, type Samples } from './shared.ts';

const team = { id, name: 'Blue', version: 3 };
const studentFacts = { userId: null, classYear: 2028, isArchived: false };
const tournamentFacts = {
  season: '2026-27',
  startsOn: '2026-11-21',
  endsOn: '2026-11-22',
  place: 'Des Moines',
  caseId: null,
};
const scoring = { sheet: sheetRef };

/** `facts` may be left out of a new entry, and so may what only a form sets. */
const roster = (entry: object, fields: object, facts: object = {}, single: object = {}): Samples => ({
  inSchool: { input: ofSchool, output: [entry] },
  add: {
    input: { ...oneOfSchool, ...fields, ...facts, ...single },
    output: entry,
    optional: Object.keys({ ...facts, ...single }),
  },
  update: { input: { ...oneOfSchool, version: 1, changed: { ...fields, ...facts, ...single } }, output: entry },
  remove: { input: oneOfSchool, output: nothing },
  ...inBulk(ofSchool, fields, facts),
});

export const teams: Samples = {
  ...roster(team, { name: 'Blue' }),
  similar: { input: { name: 'Blu' }, output: [{ id, name: 'Blue', school: 'Northfield' }] },
};
export const students: Samples = {
  ...roster({ ...team, teamId: null, ...studentFacts }, { name: 'Zoë Park', teamId: other }, studentFacts),
  anonymize: { input: oneOfSchool, output: nothing },
};
export const tournaments = roster(
  { ...team, ...tournamentFacts, ...scoring },
  { name: 'Regionals' },
  tournamentFacts,
  scoring,
);

const deleted = (subject: string) => ({
  id,
  subject,
  label: 'Blue',
  by: 'Ada Moss',
  at,
  daysLeft: 0,
  alsoDeleted: { assignments: 0, teams: 1, students: 2, tournaments: 3, rounds: 4, ballots: 5, witnesses: 6 },
});
const deletedOf = (which: object): Samples => ({
  restore: { input: which, output: { by: 'Ada Moss' } },
  deleteForGood: { input: which, output: nothing },
});
export const deletedEntries: Samples = {
  inSchool: { input: ofSchool, output: ['team', 'student', 'tournament', 'import'].map(deleted) },
  ...deletedOf(oneOfSchool),
};
export const deletedRecords: Samples = {
  list: { input: { subject: 'school' }, output: ['school', 'user', 'case'].map(deleted) },
  ...deletedOf({ id }),
};

export const calendarLinks: Samples = {
  ofSchool: { input: ofSchool, output: { madeBy: 'Ada Moss', createdAt: at } },
  make: { input: ofSchool, output: { token, createdAt: at } },
  end: { input: ofSchool, output: nothing },
};

export const studentLinks: Samples = {
  inSchool: {
    input: ofSchool,
    output: [
      {
        id,
        studentId: other,
        season: '2026-27',
        madeBy: 'Ada Moss',
        createdAt: at,
        expiresAt: at,
        lastOpenedAt: null,
      },
    ],
  },
  make: {
    input: { schoolId: id, studentId: other, season: '2026-27', days: '30' },
    output: { token, expiresAt: at },
  },
  end: { input: oneOfSchool, output: nothing },
};

const webhook = {
  id,
  url: 'https://program.test/hook',
  madeBy: 'Ada Moss',
  createdAt: at,
  offSince: at,
  offReason: 'failures',
  previousUntil: null,
};
const delivery = {
  id,
  type: 'round.changed',
  createdAt: at,
  state: 'failed',
  attempts: 3,
  nextAttemptAt: at,
  attemptedAt: at,
  status: 500,
  answer: 'Error',
  problem: null,
  tookMs: 120,
};
export const webhooks: Samples = {
  ofSchool: { input: ofSchool, output: [webhook] },
  deliveries: { input: oneOfSchool, output: [delivery] },
  make: { input: { schoolId: id, url: 'https://program.test/hook' }, output: { id, secret: 'whsec_x' } },
  renewSecret: { input: oneOfSchool, output: { secret: 'whsec_y', previousUntil: at } },
  turn: { input: { ...oneOfSchool, on: false }, output: nothing },
  test: { input: oneOfSchool, output: nothing },
  remove: { input: oneOfSchool, output: nothing },
};
