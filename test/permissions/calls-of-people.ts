// Rows of the matrix: the calls about accounts, about data of every account, and for support.
import { randomUUID } from 'node:crypto';
import { answers, changed, found, has, listFile, version, entry, type Ask } from './asking.ts';

export const CALLS_OF_PEOPLE: Record<string, Ask> = {
  'schools.details': ({ schools }, { schoolId }) => found(schools.details({ schoolId })),
  'schools.list': ({ schools }) => answers(schools.list({})),
  'schools.deletionImpact': ({ schools }, { schoolId }) => answers(schools.deletionImpact({ schoolId })),
  'schools.notOfUser': ({ schools }, { userId }) => answers(schools.notOfUser({ userId })),
  'schools.add': ({ schools }) => schools.add({ ...entry(), shortName: 'NE', isPremium: false }),
  'schools.update': ({ schools }, { schoolId }) => schools.update({ schoolId, version, changed }),
  'schools.remove': ({ schools }, { schoolId }) => schools.remove({ schoolId }),
  'schools.previewImport': ({ schools }) => schools.previewImport({ file: listFile() }),
  'schools.changeMany': ({ schools }, { schoolId: id }) => schools.changeMany({ changes: [{ id, version, changed }] }),

  'users.details': ({ users }, { userId }) => found(users.details({ userId })),
  'users.list': ({ users }) => answers(users.list({})),
  'users.deletionImpact': ({ users }, { userId }) => answers(users.deletionImpact({ userId })),
  'users.notInSchool': ({ users }, { schoolId }) => answers(users.notInSchool({ schoolId })),
  'users.update': ({ users }, { userId }) => users.update({ userId, version, changed }),
  'users.remove': ({ users }, { userId }) => users.remove({ userId }),
  'users.endSessions': ({ users }, { userId }) => users.endSessions({ userId }),
  'users.previewImport': ({ users }) => users.previewImport({ file: listFile('email,school') }),
  'users.changeMany': ({ users }, { userId: id }) => users.changeMany({ changes: [{ id, version, changed }] }),

  // Lists only the person's own records, never the target's.
  'assignments.mine': async ({ assignments }) => Array.isArray(await assignments.mine()),
  'assignments.inSchool': ({ assignments }, { schoolId, userId }) =>
    has(assignments.inSchool({ schoolId }), (row) => row.userId === userId),
  'assignments.ofSchool': ({ assignments }, { schoolId }) => answers(assignments.ofSchool({ schoolId })),
  'assignments.ofUser': ({ assignments }, { userId }) => answers(assignments.ofUser({ userId })),
  'assignments.countsByRole': async ({ assignments }, { schoolId }) =>
    (await assignments.countsByRole({ schoolId })).viewer > 0,
  'assignments.assign': ({ assignments }, { schoolId, spareUserId }) =>
    assignments.assign({ schoolId, userId: spareUserId, role: 'viewer' }),
  'assignments.changeRole': ({ assignments }, { schoolId, userId }) =>
    assignments.changeRole({ schoolId, userId, version, role: 'admin' }),
  'assignments.remove': ({ assignments }, { schoolId, userId }) => assignments.remove({ schoolId, userId }),
  'assignments.changeMany': ({ assignments }, { schoolId, userId }) =>
    assignments.changeMany({ changes: [{ userId, schoolId, version, changed: { role: 'admin' } }] }),

  'invitations.ofSchool': ({ invitations }, { schoolId }) => answers(invitations.ofSchool({ schoolId })),
  'invitations.invite': ({ invitations }, { schoolId }) =>
    invitations.invite({ email: `${randomUUID()}@example.test`, schoolId, role: 'viewer' }),
  'invitations.revoke': ({ invitations }, { invitationId }) => invitations.revoke({ id: invitationId }),
  'invitations.inviteMany': ({ invitations }, { schoolId }) =>
    invitations.inviteMany({ invitations: [{ email: `${randomUUID()}@example.test`, schoolId, role: 'viewer' }] }),
  'invitations.revokeMany': ({ invitations }, { invitationId }) => invitations.revokeMany({ ids: [invitationId] }),

  'passwordResets.create': ({ passwordResets }, { userId }) => passwordResets.create({ userId }),

  'accessRequests.schoolsNamed': ({ accessRequests }, { spareSchoolId, spareSchoolName }) =>
    has(accessRequests.schoolsNamed({ search: spareSchoolName }), ({ id }) => id === spareSchoolId),
  // Lists only the person's own requests, never the target's.
  'accessRequests.mine': async ({ accessRequests }) => Array.isArray(await accessRequests.mine()),
  'accessRequests.toDecide': ({ accessRequests }, { requestId }) =>
    has(accessRequests.toDecide(), ({ id }) => id === requestId),
  'accessRequests.ask': ({ accessRequests }, { spareSchoolId }) =>
    accessRequests.ask({ schoolId: spareSchoolId, note: '' }),
  // Only the person's own.
  'accessRequests.withdraw': async ({ accessRequests }, { spareSchoolId }) => {
    await accessRequests.ask({ schoolId: spareSchoolId, note: '' });
    const own = await accessRequests.mine();
    await accessRequests.withdraw({ id: own.find(({ schoolId }) => schoolId === spareSchoolId)?.id ?? '' });
  },
  'accessRequests.confirm': ({ accessRequests }, { schoolId, requestId }) =>
    accessRequests.confirm({ schoolId, id: requestId }),
  'accessRequests.decline': ({ accessRequests }, { schoolId, requestId }) =>
    accessRequests.decline({ schoolId, id: requestId }),
  'accessRequests.accept': ({ accessRequests }, { requestId }) =>
    accessRequests.accept({ id: requestId, role: 'viewer' }),

  'colleagueRequests.open': ({ colleagueRequests }, { colleagueRequestId }) =>
    has(colleagueRequests.open(), ({ id }) => id === colleagueRequestId),
  'colleagueRequests.ask': ({ colleagueRequests }, { schoolId }) =>
    colleagueRequests.ask({ schoolId, email: `${randomUUID()}@example.test`, role: 'viewer' }),
  'colleagueRequests.remove': ({ colleagueRequests }, { schoolId, colleagueRequestId }) =>
    colleagueRequests.remove({ schoolId, id: colleagueRequestId }),
  'colleagueRequests.accept': ({ colleagueRequests }, { colleagueRequestId }) =>
    colleagueRequests.accept({ id: colleagueRequestId }),

  'deletedRecords.list': ({ deletedRecords }) => answers(deletedRecords.list({ subject: 'case' })),
  'deletedRecords.restore': ({ deletedRecords }, { deletedCaseId }) => deletedRecords.restore({ id: deletedCaseId }),
  'deletedRecords.deleteForGood': ({ deletedRecords }, { deletedCaseId }) =>
    deletedRecords.deleteForGood({ id: deletedCaseId }),

  'cases.overview': ({ cases }, { caseId }) => has(cases.overview(), ({ id }) => id === caseId),
  'cases.details': ({ cases }, { caseId }) => found(cases.details({ caseId })),
  'cases.list': ({ cases }) => answers(cases.list({})),
  'cases.deletionImpact': ({ cases }, { caseId }) => answers(cases.deletionImpact({ caseId })),
  'cases.add': ({ cases }) => cases.add({ ...entry(), year: 2024, type: 'civil', area: null, isActive: true }),
  'cases.update': ({ cases }, { caseId }) => cases.update({ caseId, version, changed }),
  'cases.remove': ({ cases }, { caseId }) => cases.remove({ caseId }),
  'cases.previewImport': ({ cases }) => cases.previewImport({ file: listFile() }),
  'cases.changeMany': ({ cases }, { caseId: id }) => cases.changeMany({ changes: [{ id, version, changed }] }),

  'witnesses.ofCase': ({ witnesses }, { caseId, witnessId }) =>
    has(witnesses.ofCase({ caseId }), ({ id }) => id === witnessId),
  'witnesses.add': ({ witnesses }, { caseId }) => witnesses.add({ ...entry(), caseId, side: 'p', type: 'character' }),
  'witnesses.update': ({ witnesses }, { witnessId }) => witnesses.update({ witnessId, version, changed }),
  'witnesses.remove': ({ witnesses }, { witnessId }) => witnesses.remove({ witnessId }),

  'history.list': ({ history }) => answers(history.list({})),

  'status.services': ({ status }) => has(status.services(), () => true),
  'status.incidents': ({ status }) => has(status.incidents(), () => true),
};
