// Valid data for each call of the contract: what it takes, and what it answers.
const id = '0190f5c1-7c3a-7000-8000-000000000001';
const other = '0190f5c1-7c3a-7000-8000-000000000002';
const at = new Date('2026-03-01T12:00:00Z');
const person = { id, name: 'Ada Moss', email: 'ada@example.test' };
const school = { id, name: 'Northfield University', shortName: 'Northfield', isPremium: true };
const assignment = { userId: id, schoolId: other, role: 'admin', version: 2 };
const team = { id, name: 'Blue', version: 3 };
const studentFacts = { userId: null, classYear: 2028, isArchived: false };
const student = { ...team, teamId: null, ...studentFacts };
const tournamentFacts = {
  season: '2026-27',
  startsOn: '2026-11-21',
  endsOn: '2026-11-22',
  place: 'Des Moines',
  caseId: null,
};
const sheetRef = { id: 'college-28', version: 1 };
const tournament = { ...team, ...tournamentFacts, sheet: sheetRef };
const details = { name: 'Doe v. Roe', year: 2024, type: 'civil', area: null, isActive: true };
const caseRecord = { id, ...details, version: 1 };
const witnessFields = { name: 'Kai Reed', side: 's', type: 'party rep' };
const witness = { id, caseId: other, ...witnessFields, version: 1 };
const after = { value: 'Northfield', id };
const page = <Row>(row: Row) => ({ rows: [row], next: after, count: 1 });
const found = <Row>(row: Row) => ({ ...page(row), similar: [row] });
const list = (column: string, sort: string, filter: object) => ({
  search: 'nor',
  column,
  filter,
  sort,
  descending: true,
  after,
});
const nothing = undefined;
const service = {
  id,
  name: 'Database',
  description: 'Stores everything.',
  status: 'degraded',
  uptime: 99.9,
  issues: null,
  notice: null,
};
const incident = { id, title: 'Slow uploads', description: 'Solved.', status: 'completed', startedAt: at };
const change = {
  id: 7,
  at,
  by: { ...person, program: null },
  subject: 'team',
  action: 'update',
  recordId: id,
  parentId: null,
  parent: null,
  label: 'Blue',
  before: { name: 'Red', size: 3, active: true, teamId: null },
  after: null,
};
const me = {
  ...person,
  isSuperAdmin: false,
  isDbManager: false,
  roles: { [id]: 'viewer' },
  mustChangePassword: false,
  secondFactorMissing: false,
  sessionEndsAt: at,
};
const field = { value: 9, confidence: 0.99, box: [[1, 2]] };
const extracted = {
  confidence: 1,
  image: { width: 40, height: 30 },
  fields: { 'P Opening': field, 'Judge Name': { ...field, value: 'D. Kim' }, 'D Closing': { ...field, value: null } },
};

type Sample = { input?: unknown; output: unknown };

/** `facts` may be left out of a new entry. */
const roster = (entry: object, fields: object, facts: object = {}): Record<string, Sample> => ({
  inSchool: { input: { schoolId: id }, output: [entry] },
  add: { input: { schoolId: id, id: other, ...fields }, output: entry },
  update: { input: { schoolId: id, id: other, version: 1, changed: { ...fields, ...facts } }, output: entry },
  remove: { input: { schoolId: id, id: other }, output: nothing },
});

export const SAMPLES: Record<string, Record<string, Sample>> = {
  assignments: {
    mine: { output: [{ schoolId: id, role: 'primary', school }] },
    inSchool: { input: { schoolId: id }, output: [{ userId: id, role: 'viewer', version: 1, user: person }] },
    ofSchool: { input: { schoolId: id, after }, output: page({ ...assignment, user: person }) },
    ofUser: { input: { userId: id, after }, output: page({ ...assignment, school }) },
    countsByRole: { input: { schoolId: id }, output: { primary: 1, admin: 2, viewer: 3 } },
    assign: { input: { userId: id, schoolId: other, role: 'admin' }, output: assignment },
    changeRole: { input: assignment, output: assignment },
    remove: { input: { userId: id, schoolId: other }, output: { studentId: null } },
  },
  ballots: {
    prepare: { input: {}, output: nothing },
    recognize: { input: { image: new File(['x'], 'ballot.png') }, output: extracted },
  },
  cases: {
    overview: { output: [{ id, ...details, witnessCount: 6, bySide: { p: 2, d: 2, s: 2 } }] },
    details: { input: { caseId: id }, output: caseRecord },
    list: {
      input: list('isActive', 'year', { isActive: true, type: 'civil' }),
      output: found({ ...caseRecord, witnessCount: 6 }),
    },
    add: { input: { id, ...details }, output: caseRecord },
    update: { input: { caseId: id, version: 1, changed: details }, output: caseRecord },
    deletionImpact: { input: { caseId: id }, output: { witnesses: 4 } },
    remove: { input: { caseId: id }, output: nothing },
  },
  history: {
    list: {
      input: { recordId: id, subject: 'superAdmin', byId: id, search: 'blue', before: 9 },
      output: { rows: [change], next: 7 },
    },
  },
  schools: {
    details: { input: { schoolId: id }, output: { ...school, version: 1 } },
    list: {
      input: list('isPremium', 'shortName', { isPremium: true }),
      output: found({ ...school, version: 1, memberCount: 12 }),
    },
    add: { input: school, output: { ...school, version: 1 } },
    update: {
      input: { schoolId: id, version: 1, changed: { name: 'North', shortName: 'N', isPremium: false } },
      output: { ...school, version: 2 },
    },
    deletionImpact: { input: { schoolId: id }, output: { assignments: 1, teams: 2, students: 3, tournaments: 4 } },
    remove: { input: { schoolId: id }, output: nothing },
    notOfUser: { input: { userId: id, search: 'nor' }, output: [school] },
  },
  session: {
    me: { output: me },
    signIn: { input: { email: 'ada@example.test', password: 'long enough' }, output: me },
    signOut: { output: nothing },
    refresh: { output: { sessionEndsAt: at } },
    changePassword: { input: { currentPassword: 'x', newPassword: 'long enough' }, output: nothing },
    mine: { output: [{ id, browser: 'Firefox on Windows', since: at, isThis: true }] },
    endOthers: { input: { currentPassword: 'x' }, output: nothing },
  },
  status: { services: { output: [service] }, incidents: { output: [incident] } },
  teams: {
    ...roster(team, { name: 'Blue' }),
    similar: { input: { name: 'Blu' }, output: [{ id, name: 'Blue', school: 'Northfield' }] },
  },
  students: roster(student, { name: 'Zoë Park', teamId: other }, studentFacts),
  tournaments: roster(tournament, { name: 'Regionals' }, tournamentFacts),
  users: {
    details: { input: { userId: id }, output: { ...person, version: 1 } },
    list: {
      input: list('email', 'name', { role: 'admin', schoolId: id, lastSignIn: 'within-30' }),
      output: found({ ...person, version: 1, lastSignIn: at, schoolCount: 2 }),
    },
    update: { input: { userId: id, version: 1, changed: { name: 'Ada Reed' } }, output: { ...person, version: 2 } },
    deletionImpact: { input: { userId: id }, output: { assignments: 2, lastPrimaryOf: ['Northfield'] } },
    remove: { input: { userId: id }, output: nothing },
    endSessions: { input: { userId: id }, output: nothing },
    notInSchool: { input: { schoolId: id, search: 'ada' }, output: [person] },
  },
  witnesses: {
    ofCase: { input: { caseId: id }, output: [witness] },
    add: { input: { id, caseId: other, ...witnessFields }, output: witness },
    update: { input: { witnessId: id, version: 1, changed: witnessFields }, output: witness },
    remove: { input: { witnessId: id }, output: nothing },
  },
};
