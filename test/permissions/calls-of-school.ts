// Rows of the matrix: the calls about a school, its roster, links, webhooks, score sheets and try-outs.
import { randomUUID } from 'node:crypto';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { changed, entry, found, has, listFile, version, type Ask } from './asking.ts';
import { SEASON } from './target.ts';

const IN_A_MONTH = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const TRY_OUT_SCORES = Object.fromEntries(keysOf(TRY_OUT).map((key) => [key, 3]));

export const CALLS_OF_SCHOOL: Record<string, Ask> = {
  'teams.inSchool': ({ teams }, { schoolId, teamId }) => has(teams.inSchool({ schoolId }), ({ id }) => id === teamId),
  'teams.add': ({ teams }, { schoolId }) => teams.add({ schoolId, ...entry() }),
  'teams.update': ({ teams }, { schoolId, teamId }) => teams.update({ schoolId, id: teamId, version, changed }),
  'teams.remove': ({ teams }, { schoolId, teamId }) => teams.remove({ schoolId, id: teamId }),
  'teams.previewImport': ({ teams }, { schoolId }) => teams.previewImport({ schoolId, file: listFile() }),
  'teams.changeMany': ({ teams }, { schoolId, teamId: id }) =>
    teams.changeMany({ schoolId, changes: [{ id, version, changed }] }),
  'teams.similar': ({ teams }, { teamId, teamName }) =>
    has(teams.similar({ name: teamName }), ({ id }) => id === teamId),

  'students.inSchool': ({ students }, { schoolId, studentId }) =>
    has(students.inSchool({ schoolId }), ({ id }) => id === studentId),
  'students.add': ({ students }, { schoolId }) => students.add({ schoolId, ...entry(), teamId: null }),
  'students.update': ({ students }, { schoolId, studentId }) =>
    students.update({ schoolId, id: studentId, version, changed }),
  'students.remove': ({ students }, { schoolId, studentId }) => students.remove({ schoolId, id: studentId }),
  'students.anonymize': ({ students }, { schoolId, studentId }) => students.anonymize({ schoolId, id: studentId }),
  'students.previewImport': ({ students }, { schoolId }) => students.previewImport({ schoolId, file: listFile() }),
  'students.changeMany': ({ students }, { schoolId, studentId: id }) =>
    students.changeMany({ schoolId, changes: [{ id, version, changed }] }),

  'tournaments.inSchool': ({ tournaments }, { schoolId, tournamentId }) =>
    has(tournaments.inSchool({ schoolId }), ({ id }) => id === tournamentId),
  'tournaments.add': ({ tournaments }, { schoolId }) => tournaments.add({ schoolId, ...entry() }),
  'tournaments.update': ({ tournaments }, { schoolId, tournamentId }) =>
    tournaments.update({ schoolId, id: tournamentId, version, changed }),
  'tournaments.remove': ({ tournaments }, { schoolId, tournamentId }) =>
    tournaments.remove({ schoolId, id: tournamentId }),
  'tournaments.previewImport': ({ tournaments }, { schoolId }) =>
    tournaments.previewImport({ schoolId, file: listFile() }),
  'tournaments.changeMany': ({ tournaments }, { schoolId, tournamentId: id }) =>
    tournaments.changeMany({ schoolId, changes: [{ id, version, changed }] }),

  'calendarLinks.ofSchool': ({ calendarLinks }, { schoolId }) => found(calendarLinks.ofSchool({ schoolId })),
  'calendarLinks.make': ({ calendarLinks }, { schoolId }) => calendarLinks.make({ schoolId }),
  'calendarLinks.end': ({ calendarLinks }, { schoolId }) => calendarLinks.end({ schoolId }),

  'webhooks.ofSchool': ({ webhooks }, { schoolId, webhookId }) =>
    has(webhooks.ofSchool({ schoolId }), ({ id }) => id === webhookId),
  'webhooks.deliveries': ({ webhooks }, { schoolId, webhookId }) =>
    has(webhooks.deliveries({ schoolId, id: webhookId }), () => true),
  'webhooks.make': ({ webhooks }, { schoolId }) => webhooks.make({ schoolId, url: 'https://example.org/other' }),
  'webhooks.renewSecret': ({ webhooks }, { schoolId, webhookId }) => webhooks.renewSecret({ schoolId, id: webhookId }),
  'webhooks.turn': ({ webhooks }, { schoolId, webhookId }) => webhooks.turn({ schoolId, id: webhookId, on: false }),
  'webhooks.test': ({ webhooks }, { schoolId, webhookId }) => webhooks.test({ schoolId, id: webhookId }),
  'webhooks.remove': ({ webhooks }, { schoolId, webhookId }) => webhooks.remove({ schoolId, id: webhookId }),

  'studentLinks.inSchool': ({ studentLinks }, { schoolId, studentLinkId }) =>
    has(studentLinks.inSchool({ schoolId }), ({ id }) => id === studentLinkId),
  'studentLinks.make': ({ studentLinks }, { schoolId, studentId }) =>
    studentLinks.make({ schoolId, studentId, season: SEASON, days: '7' }),
  'studentLinks.end': ({ studentLinks }, { schoolId, studentLinkId }) =>
    studentLinks.end({ schoolId, id: studentLinkId }),

  'deletedEntries.inSchool': ({ deletedEntries }, { schoolId, deletedTeamId }) =>
    has(deletedEntries.inSchool({ schoolId }), ({ id }) => id === deletedTeamId),
  'deletedEntries.restore': ({ deletedEntries }, { schoolId, deletedTeamId }) =>
    deletedEntries.restore({ schoolId, id: deletedTeamId }),
  'deletedEntries.deleteForGood': ({ deletedEntries }, { schoolId, deletedTeamId }) =>
    deletedEntries.deleteForGood({ schoolId, id: deletedTeamId }),

  'sheets.ofSchool': ({ sheets }, { schoolId, sheetId }) =>
    has(sheets.ofSchool({ schoolId }), ({ sheet }) => sheet.id === sheetId),
  'sheets.version': ({ sheets }, { schoolId, sheetId }) =>
    found(sheets.version({ schoolId, sheet: { id: sheetId, version: 1 } })),
  'sheets.save': ({ sheets }, { schoolId }) => sheets.save({ schoolId, sheet: { ...COLLEGE_28, id: randomUUID() } }),
  'sheets.remove': ({ sheets }, { schoolId, sheetId }) => sheets.remove({ schoolId, id: sheetId }),

  'tryOuts.inSchool': ({ tryOuts }, { schoolId, tryOutId }) =>
    has(tryOuts.inSchool({ schoolId }), ({ id }) => id === tryOutId),
  'tryOuts.details': async ({ tryOuts }, { schoolId, tryOutId }) =>
    (await tryOuts.details({ schoolId, id: tryOutId })) !== null,
  'tryOuts.create': ({ tryOuts }, { schoolId }) =>
    tryOuts.create({ schoolId, id: randomUUID(), name: 'Another', sheet: TRY_OUT, deleteAfter: IN_A_MONTH() }),
  'tryOuts.addCandidates': ({ tryOuts }, { schoolId, tryOutId }) =>
    tryOuts.addCandidates({ schoolId, tryOutId, names: ['New Name'] }),
  'tryOuts.removeCandidate': ({ tryOuts }, { schoolId, candidateId }) =>
    tryOuts.removeCandidate({ schoolId, id: candidateId }),
  'tryOuts.rate': ({ tryOuts }, { schoolId, candidateId }) =>
    tryOuts.rate({ schoolId, candidateId, scores: TRY_OUT_SCORES }),
  'tryOuts.end': ({ tryOuts }, { schoolId, tryOutId }) => tryOuts.end({ schoolId, id: tryOutId }),
  'tryOuts.remove': ({ tryOuts }, { schoolId, tryOutId }) => tryOuts.remove({ schoolId, id: tryOutId }),
  'tryOuts.addToRoster': ({ tryOuts }, { schoolId, candidateId }) =>
    tryOuts.addToRoster({ schoolId, candidateId, studentId: randomUUID() }),
};
