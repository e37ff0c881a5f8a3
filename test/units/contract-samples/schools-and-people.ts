// Samples of the calls about schools, the people of them, and who joins.
import { at, file, id, inBulk, list, manyChanges, nothing, ofSchool, oneOfSchool, other } from './shared.ts';
import { after, page, person, preview, school, token, type Samples } from './shared.ts';

const { id: _id, ...schoolFields } = school;
const assignment = { userId: id, schoolId: other, role: 'admin', version: 2 };
const assignmentKey = { userId: id, schoolId: other };
const assignmentChanges = [
  { ...assignmentKey, add: { role: 'viewer' } },
  { ...assignmentKey, version: 1, changed: { role: 'primary' } },
  { ...assignmentKey, version: 1, remove: true },
];
const nameChange = { id, version: 1, changed: { name: 'Ada Reed' } };
const invitation = { email: 'new@example.test', schoolId: id, role: 'viewer' };
const link = { token, expiresAt: at };
const mailing = { mailed: true, unsent: [{ email: 'new@example.test', why: 'refused' }] };
const ownRequest = { id, schoolId: other, schoolName: 'Northfield', createdAt: at };

export const schools: Samples = {
  details: { input: ofSchool, output: { ...school, version: 1 } },
  list: list('isPremium', 'shortName', { isPremium: true }, { ...school, version: 1, memberCount: 12 }),
  add: { input: school, output: { ...school, version: 1 } },
  update: { input: { schoolId: id, version: 1, changed: schoolFields }, output: { ...school, version: 2 } },
  ...inBulk({}, schoolFields),
  deletionImpact: { input: ofSchool, output: { assignments: 1, teams: 2, students: 3, tournaments: 4 } },
  remove: { input: ofSchool, output: nothing },
  notOfUser: { input: { userId: id, search: 'nor' }, output: [school], optional: ['search'] },
};

export const users: Samples = {
  details: { input: { userId: id }, output: { ...person, version: 1 } },
  list: list(
    'email',
    'name',
    { role: 'admin', schoolId: id, lastSignIn: 'within-30' },
    { ...person, version: 1, lastSignIn: at, schoolCount: 2 },
  ),
  update: { input: { userId: id, version: 1, changed: { name: 'Ada Reed' } }, output: { ...person, version: 2 } },
  previewImport: { input: { file }, output: preview([nameChange, ...assignmentChanges, invitation]) },
  changeMany: manyChanges({}, [nameChange]),
  deletionImpact: { input: { userId: id }, output: { assignments: 2, lastPrimaryOf: ['Northfield'] } },
  remove: { input: { userId: id }, output: nothing },
  endSessions: { input: { userId: id }, output: nothing },
  notInSchool: { input: { schoolId: id, search: 'ada' }, output: [person], optional: ['search'] },
};

export const assignments: Samples = {
  mine: { output: [{ schoolId: id, role: 'primary', school }] },
  inSchool: { input: ofSchool, output: [{ userId: id, role: 'viewer', version: 1, user: person }] },
  ofSchool: { input: { schoolId: id, after }, output: page({ ...assignment, user: person }), optional: ['after'] },
  ofUser: { input: { userId: id, after }, output: page({ ...assignment, school }), optional: ['after'] },
  countsByRole: { input: ofSchool, output: { primary: 1, admin: 2, viewer: 3 } },
  assign: { input: { ...assignmentKey, role: 'admin', studentId: id }, output: assignment, optional: ['studentId'] },
  changeRole: { input: assignment, output: assignment },
  changeMany: manyChanges({}, assignmentChanges),
  remove: { input: assignmentKey, output: { studentId: null } },
};

export const invitations: Samples = {
  ofSchool: { input: ofSchool, output: [{ id, email: 'new@example.test', role: 'viewer', expiresAt: at }] },
  invite: { input: invitation, output: { ...link, ...mailing } },
  inviteMany: {
    input: { invitations: [invitation] },
    output: { links: [{ ...link, id, email: 'new@example.test' }], ...mailing },
  },
  revoke: { input: { id }, output: nothing },
  revokeMany: { input: { ids: [id] }, output: [id] },
};

export const passwordResets: Samples = { create: { input: { userId: id }, output: link } };

export const accessRequests: Samples = {
  schoolsNamed: { input: { search: 'nor' }, output: [{ id, name: 'Northfield University', shortName: 'Northfield' }] },
  mine: { output: [ownRequest] },
  toDecide: {
    output: [{ ...ownRequest, userId: id, name: 'Ada Moss', email: 'ada@example.test', note: 'Hi', confirmedBy: null }],
  },
  ask: { input: { schoolId: id, note: 'I coach there.' }, output: nothing },
  withdraw: { input: { id }, output: nothing },
  confirm: { input: oneOfSchool, output: nothing },
  decline: { input: oneOfSchool, output: nothing },
  accept: { input: { id, role: 'admin' }, output: nothing },
};

export const colleagueRequests: Samples = {
  open: {
    output: [
      {
        id,
        schoolId: other,
        schoolName: 'Northfield',
        email: 'new@example.test',
        role: 'viewer',
        askedBy: 'Ada Moss',
        createdAt: at,
      },
    ],
  },
  ask: { input: invitation, output: nothing },
  remove: { input: oneOfSchool, output: nothing },
  accept: { input: { id }, output: { ...link, email: 'new@example.test', ...mailing } },
};
