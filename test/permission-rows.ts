// The rows of the matrix test: one per call of the contract, and one per action on each table. A new call or table without
// a row here fails the tests.
import { randomBytes, randomUUID } from 'node:crypto';
import type { RawBuilder } from 'kysely';
import { sql } from 'kysely';
import { keysOf } from '#ballot/sheet/sheet.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { Calls } from '#contract/index.ts';
import type { Action, Subject } from '#contract/permissions.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Database } from '#server/database/database.ts';
import { addRoundWithBallots, addSchool, scoresOf } from './people.ts';

/** One record of each kind, in a school that the person may belong to. */
export type Target = Awaited<ReturnType<typeof makeTarget>>;

export async function makeTarget(database: Database) {
  const { owner } = database;
  const school = await addSchool(database, `School ${randomUUID()}`);
  const user = async (name: string) =>
    (
      await owner
        .insertInto('users')
        .values({ email: `${randomUUID()}@example.test`, name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const userId = await user('Tara Get');
  await owner.insertInto('usersSchools').values({ userId, schoolId: school.id, role: 'viewer' }).execute();
  const trial = { name: 'Doe v. Roe', year: 2024 };
  const { id: caseId } = await owner.insertInto('cases').values(trial).returning('id').executeTakeFirstOrThrow();
  const witness = { caseId, name: 'Wit Ness' };
  const { id: witnessId } = await owner
    .insertInto('witnesses')
    .values(witness)
    .returning('id')
    .executeTakeFirstOrThrow();
  const spareUserId = await user('Spa Re');
  const { id: invitationId } = await owner
    .insertInto('invitations')
    .values({ email: `${randomUUID()}@example.test`, schoolId: school.id, tokenHash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: requestId } = await owner
    .insertInto('accessRequests')
    .values({ userId: spareUserId, schoolId: school.id, note: 'My old school' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('calendarLinks')
    .values({ schoolId: school.id, tokenHash: randomBytes(32) })
    .execute();
  const { id: colleagueRequestId } = await owner
    .insertInto('colleagueRequests')
    .values({ schoolId: school.id, email: `${randomUUID()}@example.test`, role: 'viewer' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: webhookId } = await owner
    .insertInto('webhooks')
    .values({ schoolId: school.id, url: 'https://example.org/hook', secret: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('webhookDeliveries')
    .values({ webhookId, schoolId: school.id, type: 'round.changed', about: 'a round', data: {} })
    .execute();
  const spareSchool = await addSchool(database, `Spare ${randomUUID()}`);
  const entry = { schoolId: school.id, name: 'Gone' };
  const { id: deletedTeamId } = await owner.insertInto('teams').values(entry).returning('id').executeTakeFirstOrThrow();
  await owner.deleteFrom('teams').where('id', '=', deletedTeamId).execute();
  const { id: deletedCaseId } = await owner.insertInto('cases').values(trial).returning('id').executeTakeFirstOrThrow();
  await owner.deleteFrom('cases').where('id', '=', deletedCaseId).execute();
  const deleted = { deletedTeamId, deletedCaseId };
  const ids = {
    ...deleted,
    schoolId: school.id,
    userId,
    spareUserId,
    caseId,
    witnessId,
    invitationId,
    requestId,
    colleagueRequestId,
    webhookId,
  };
  const season = await addRoundWithBallots(database, school);
  const lineUp = { schoolId: school.id, teamId: school.teamId, side: 'p', name: 'Our best' } as const;
  const { id: lineUpId } = await owner
    .insertInto('savedLineUps')
    .values(lineUp)
    .returning('id')
    .executeTakeFirstOrThrow();
  await owner
    .insertInto('savedLineUpParts')
    .values({ schoolId: school.id, lineUpId, part: 'witness1', studentId: school.studentId, witnessId })
    .execute();
  const { id: sheetId, version, title, ...description } = { ...COLLEGE_28, id: randomUUID() };
  await owner
    .insertInto('scoreSheets')
    .values({ id: sheetId, schoolId: school.id, edition: version, title, description })
    .execute();
  const tryOuts = await addTryOuts(database, school.id, spareUserId);
  await owner.updateTable('seasonBooks').set({ sharesCards: true }).where('schoolId', '=', school.id).execute();
  const { id: studentLinkId } = await owner
    .insertInto('studentLinks')
    .values({
      schoolId: school.id,
      studentId: school.studentId,
      season: SEASON,
      tokenHash: randomBytes(32),
      expiresAt: sql`now() + interval '1 day'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    ...school,
    ...season,
    ...ids,
    lineUpId,
    sheetId,
    ...tryOuts,
    studentLinkId,
    spareSchoolId: spareSchool.id,
    spareSchoolName: spareSchool.teamName.replace(' One', ''),
  };
}

/** One that is open, and one that has ended, each with a candidate whom somebody has rated. */
async function addTryOuts({ owner }: Database, schoolId: string, raterId: string) {
  const add = async (endedAt: Date | null) => {
    const tryOutId = randomUUID();
    await owner
      .insertInto('tryOuts')
      .values({
        id: tryOutId,
        schoolId,
        name: 'Our try-out',
        sheet: TRY_OUT,
        deleteAfter: sql<string>`current_date + 30`,
        endedAt,
      })
      .execute();
    const { id: candidateId } = await owner
      .insertInto('tryOutCandidates')
      .values({ tryOutId, schoolId, name: `Can Didate ${randomUUID()}` })
      .returning('id')
      .executeTakeFirstOrThrow();
    await owner.insertInto('tryOutRatings').values({ candidateId, raterId, tryOutId, schoolId, scores: {} }).execute();
    return { tryOutId, candidateId };
  };
  const ended = await add(new Date());
  return { ...(await add(null)), endedTryOutId: ended.tryOutId, endedCandidateId: ended.candidateId };
}
const IN_A_MONTH = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const TRY_OUT_SCORES = Object.fromEntries(keysOf(TRY_OUT).map((key) => [key, 3]));

/** A read returns whether the target was visible. A write only succeeds or is refused. */
type Ask = (calls: Calls, target: Target) => Promise<unknown>;

const has = async <Row>(rows: Promise<Row[]>, matches: (row: Row) => boolean): Promise<boolean> =>
  (await rows).some(matches);
const hasRow = async <Row>(page: Promise<{ rows: Row[] }>, matches: (row: Row) => boolean): Promise<boolean> =>
  (await page).rows.some(matches);
const found = async (answer: Promise<unknown>): Promise<boolean> => (await answer) !== null;
const answers = async (answer: Promise<unknown>): Promise<boolean> => (await answer) !== undefined;
/** A person who may have a ballot read gets the error that this file is not a photo, or that the school needs premium status. */
const ignoringUnread = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: { code?: string }) => {
    if (error.code !== 'NOT_READ' && error.code !== 'PREMIUM_NEEDED') throw error;
  });
const version = 1;
const changed = { name: 'New Name' };
const entry = () => ({ id: randomUUID(), name: 'New Entry' });
const SEASON = seasonOf(new Date());
const details = { comments: {}, ranks: { attorney: [], witness: [] } };
const newRound = { number: 7, side: 'd', opponent: '', outcome: 'played', caseId: null } as const;
/** One ballot with one score. */
const seasonFile = (): File =>
  new File(
    [
      'season,tournament,round,side,ballot,judge,part,student,kind,score,team\n',
      `${SEASON},Imported,R1,p,1,Rowe,open,Ann Example,speech,8,Imported Team\n`,
    ],
    'season.csv',
  );
const listFile = (header = 'name'): File => new File([`${header}\nNew Entry\n`], 'list.csv');
/** A member sees the target's rounds; everybody else sees none. */
const seesRounds = async ({ seasonBook }: Calls, { schoolId, roundId }: Target): Promise<boolean> =>
  (await seasonBook.season({ schoolId, season: SEASON })).rounds.some(({ id }) => id === roundId);

/** By call name. Calls about the person's session are not part of the matrix. */
export const CALLS: Record<string, Ask> = {
  'schools.details': ({ schools }, { schoolId }) => found(schools.details({ schoolId })),
  'schools.list': ({ schools }) => answers(schools.list({})),
  'schools.deletionImpact': ({ schools }, { schoolId }) => answers(schools.deletionImpact({ schoolId })),
  'schools.notOfUser': ({ schools }, { userId }) => answers(schools.notOfUser({ userId })),
  'schools.add': ({ schools }) => schools.add({ ...entry(), shortName: 'NE', isPremium: false }),
  'schools.update': ({ schools }, { schoolId }) => schools.update({ schoolId, version, changed }),
  'schools.remove': ({ schools }, { schoolId }) => schools.remove({ schoolId }),

  'users.details': ({ users }, { userId }) => found(users.details({ userId })),
  'users.list': ({ users }) => answers(users.list({})),
  'users.deletionImpact': ({ users }, { userId }) => answers(users.deletionImpact({ userId })),
  'users.notInSchool': ({ users }, { schoolId }) => answers(users.notInSchool({ schoolId })),
  'users.update': ({ users }, { userId }) => users.update({ userId, version, changed }),
  'users.remove': ({ users }, { userId }) => users.remove({ userId }),
  'users.endSessions': ({ users }, { userId }) => users.endSessions({ userId }),

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

  'invitations.ofSchool': ({ invitations }, { schoolId }) => answers(invitations.ofSchool({ schoolId })),
  'invitations.invite': ({ invitations }, { schoolId }) =>
    invitations.invite({ email: `${randomUUID()}@example.test`, schoolId, role: 'viewer' }),
  'invitations.revoke': ({ invitations }, { invitationId }) => invitations.revoke({ id: invitationId }),
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

  'teams.inSchool': ({ teams }, { schoolId, teamId }) => has(teams.inSchool({ schoolId }), ({ id }) => id === teamId),
  'teams.add': ({ teams }, { schoolId }) => teams.add({ schoolId, ...entry() }),
  'teams.update': ({ teams }, { schoolId, teamId }) => teams.update({ schoolId, id: teamId, version, changed }),
  'teams.remove': ({ teams }, { schoolId, teamId }) => teams.remove({ schoolId, id: teamId }),

  'students.inSchool': ({ students }, { schoolId, studentId }) =>
    has(students.inSchool({ schoolId }), ({ id }) => id === studentId),
  'students.add': ({ students }, { schoolId }) => students.add({ schoolId, ...entry(), teamId: null }),
  'students.update': ({ students }, { schoolId, studentId }) =>
    students.update({ schoolId, id: studentId, version, changed }),
  'students.remove': ({ students }, { schoolId, studentId }) => students.remove({ schoolId, id: studentId }),
  'students.anonymize': ({ students }, { schoolId, studentId }) => students.anonymize({ schoolId, id: studentId }),

  'tournaments.inSchool': ({ tournaments }, { schoolId, tournamentId }) =>
    has(tournaments.inSchool({ schoolId }), ({ id }) => id === tournamentId),
  'tournaments.add': ({ tournaments }, { schoolId }) => tournaments.add({ schoolId, ...entry() }),
  'tournaments.update': ({ tournaments }, { schoolId, tournamentId }) =>
    tournaments.update({ schoolId, id: tournamentId, version, changed }),
  'tournaments.remove': ({ tournaments }, { schoolId, tournamentId }) =>
    tournaments.remove({ schoolId, id: tournamentId }),

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
  'deletedRecords.list': ({ deletedRecords }) => answers(deletedRecords.list({ subject: 'case' })),
  'deletedRecords.restore': ({ deletedRecords }, { deletedCaseId }) => deletedRecords.restore({ id: deletedCaseId }),
  'deletedRecords.deleteForGood': ({ deletedRecords }, { deletedCaseId }) =>
    deletedRecords.deleteForGood({ id: deletedCaseId }),

  'seasonBook.ofSchool': ({ seasonBook }, { schoolId }) => found(seasonBook.ofSchool({ schoolId })),
  'seasonBook.seasons': async ({ seasonBook }, { schoolId }) =>
    (await seasonBook.seasons({ schoolId })).includes(SEASON),
  'seasonBook.season': seesRounds,
  'seasonBook.deletionImpact': async ({ seasonBook }, { schoolId }) =>
    (await seasonBook.deletionImpact({ schoolId })).ballots > 0,
  'seasonBook.change': ({ seasonBook }, { schoolId }) =>
    seasonBook.change({ schoolId, version: 2, changed: { keepUntil: '2031-06-30' } }),
  'seasonBook.deleteEverything': ({ seasonBook }, { schoolId }) => seasonBook.deleteEverything({ schoolId }),

  'rounds.add': ({ rounds }, { schoolId, teamId, tournamentId }) =>
    rounds.add({ schoolId, id: randomUUID(), teamId, tournamentId, ...newRound }),
  'rounds.addMany': ({ rounds }, { schoolId, teamId, tournamentId }) =>
    rounds.addMany({ schoolId, teamId, tournamentId, rounds: [{ id: randomUUID(), ...newRound, number: 8 }] }),
  'rounds.update': ({ rounds }, { schoolId, roundId }) =>
    rounds.update({ schoolId, id: roundId, version, changed: { opponent: '4321' } }),
  'rounds.remove': ({ rounds }, { schoolId, roundId }) => rounds.remove({ schoolId, id: roundId }),
  'rounds.lineUps': ({ rounds }, { schoolId, roundId }) =>
    hasRow(rounds.lineUps({ schoolId, season: SEASON }), (lineUp) => lineUp.roundId === roundId),
  'rounds.setLineUp': ({ rounds }, { schoolId, roundId, studentId }) =>
    rounds.setLineUp({ schoolId, roundId, version, parts: [{ part: 'close', studentId, witnessId: null }] }),
  'savedLineUps.ofSchool': ({ savedLineUps }, { schoolId, lineUpId }) =>
    has(savedLineUps.ofSchool({ schoolId }), ({ id }) => id === lineUpId),
  'savedLineUps.save': ({ savedLineUps }, { schoolId, teamId, studentId }) =>
    savedLineUps.save({
      schoolId,
      id: randomUUID(),
      teamId,
      side: 'd',
      name: 'New Line-up',
      parts: [{ part: 'open', studentId, witnessId: null }],
    }),
  'savedLineUps.rename': ({ savedLineUps }, { schoolId, lineUpId }) =>
    savedLineUps.rename({ schoolId, id: lineUpId, before: 'Our best', name: 'New Name' }),
  'savedLineUps.remove': ({ savedLineUps }, { schoolId, lineUpId }) => savedLineUps.remove({ schoolId, id: lineUpId }),

  'sheets.ofSchool': ({ sheets }, { schoolId, sheetId }) =>
    has(sheets.ofSchool({ schoolId }), ({ sheet }) => sheet.id === sheetId),
  'sheets.version': ({ sheets }, { schoolId, sheetId }) =>
    found(sheets.version({ schoolId, sheet: { id: sheetId, version: 1 } })),
  'sheets.save': ({ sheets }, { schoolId }) => sheets.save({ schoolId, sheet: { ...COLLEGE_28, id: randomUUID() } }),
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
  'sheets.remove': ({ sheets }, { schoolId, sheetId }) => sheets.remove({ schoolId, id: sheetId }),

  'keptBallots.ofRound': ({ keptBallots }, { schoolId, roundId, ballotId }) =>
    has(keptBallots.ofRound({ schoolId, roundId }), ({ id }) => id === ballotId),
  'keptBallots.inSeason': ({ keptBallots }, { schoolId, ballotId }) =>
    hasRow(keptBallots.inSeason({ schoolId, season: SEASON }), ({ id }) => id === ballotId),
  'keptBallots.waiting': ({ keptBallots }, { schoolId, waitingId }) =>
    has(keptBallots.waiting({ schoolId }), ({ id }) => id === waitingId),
  'keptBallots.keep': ({ keptBallots }, { schoolId, roundId }) =>
    keptBallots.keep({
      schoolId,
      id: randomUUID(),
      roundId,
      number: 2,
      judge: '',
      tabMargin: null,
      source: 'typed',
      scores: scoresOf(9),
      ...details,
    }),
  'keptBallots.update': ({ keptBallots }, { schoolId, ballotId }) =>
    keptBallots.update({ schoolId, id: ballotId, version: 3, changed: { judge: 'Marsh' } }),
  'keptBallots.correct': ({ keptBallots }, { schoolId, ballotId }) =>
    keptBallots.correct({
      schoolId,
      id: ballotId,
      version: 3,
      scores: [{ field: 'pOpen', score: 9 }],
      reason: 'Misread',
    }),
  'keptBallots.secondCheck': ({ keptBallots }, { schoolId, ballotId }) =>
    keptBallots.secondCheck({ schoolId, id: ballotId, scores: scoresOf(8) }),
  'keptBallots.remove': ({ keptBallots }, { schoolId, ballotId }) => keptBallots.remove({ schoolId, id: ballotId }),
  'keptBallots.handOver': ({ keptBallots }, { schoolId }) =>
    keptBallots.handOver({ schoolId, id: randomUUID(), judge: '', source: 'photo', scores: scoresOf(9) }),
  'metrics.season': async ({ metrics }, { schoolId }) => found(metrics.season({ schoolId, season: SEASON })),
  'metrics.own': async ({ metrics }, { schoolId }) => (await metrics.own({ schoolId, season: SEASON })).length > 0,
  'metrics.compare': ({ metrics }, { schoolId }) =>
    found(metrics.compare({ schoolId, season: SEASON, one: schoolId, other: schoolId })),
  'metrics.lineUp': ({ metrics }, { schoolId }) =>
    found(metrics.lineUp({ schoolId, season: SEASON, side: 'p', one: {} })),
  'metrics.whomToTry': ({ metrics }, { schoolId }) =>
    has(metrics.whomToTry({ schoolId, season: SEASON, part: 'open' }), () => true),
  'seasonFiles.preview': ({ seasonFiles }, { schoolId }) =>
    seasonFiles.preview({ schoolId, file: seasonFile(), choices: {} }),
  'seasonFiles.run': ({ seasonFiles }, { schoolId }) =>
    seasonFiles.run({ schoolId, id: randomUUID(), file: seasonFile(), choices: {} }),
  'seasonFiles.imports': ({ seasonFiles }, { schoolId, importId }) =>
    has(seasonFiles.imports({ schoolId }), ({ id }) => id === importId),
  'seasonFiles.undoImpact': ({ seasonFiles }, { schoolId, importId }) =>
    seasonFiles.undoImpact({ schoolId, id: importId }),
  'seasonFiles.undo': ({ seasonFiles }, { schoolId, importId }) => seasonFiles.undo({ schoolId, id: importId }),
  'seasonFiles.download': async ({ seasonFiles }, { schoolId }) =>
    (await (await seasonFiles.download({ schoolId, format: 'tidy' })).text()).includes('Rowe'),
  'ownScores.inSchool': async ({ ownScores }, { schoolId }) => (await ownScores.inSchool({ schoolId })).length > 0,

  'cases.overview': ({ cases }, { caseId }) => has(cases.overview(), ({ id }) => id === caseId),
  'cases.details': ({ cases }, { caseId }) => found(cases.details({ caseId })),
  'cases.list': ({ cases }) => answers(cases.list({})),
  'cases.deletionImpact': ({ cases }, { caseId }) => answers(cases.deletionImpact({ caseId })),
  'cases.add': ({ cases }) => cases.add({ ...entry(), year: 2024, type: 'civil', area: null, isActive: true }),
  'cases.update': ({ cases }, { caseId }) => cases.update({ caseId, version, changed }),
  'cases.remove': ({ cases }, { caseId }) => cases.remove({ caseId }),

  'witnesses.ofCase': ({ witnesses }, { caseId, witnessId }) =>
    has(witnesses.ofCase({ caseId }), ({ id }) => id === witnessId),
  'witnesses.add': ({ witnesses }, { caseId }) => witnesses.add({ ...entry(), caseId, side: 'p', type: 'character' }),
  'witnesses.update': ({ witnesses }, { witnessId }) => witnesses.update({ witnessId, version, changed }),
  'witnesses.remove': ({ witnesses }, { witnessId }) => witnesses.remove({ witnessId }),

  'schools.previewImport': ({ schools }) => schools.previewImport({ file: listFile() }),
  'schools.changeMany': ({ schools }, { schoolId: id }) => schools.changeMany({ changes: [{ id, version, changed }] }),
  'users.previewImport': ({ users }) => users.previewImport({ file: listFile('email,school') }),
  'users.changeMany': ({ users }, { userId: id }) => users.changeMany({ changes: [{ id, version, changed }] }),
  'cases.previewImport': ({ cases }) => cases.previewImport({ file: listFile() }),
  'cases.changeMany': ({ cases }, { caseId: id }) => cases.changeMany({ changes: [{ id, version, changed }] }),
  'teams.previewImport': ({ teams }, { schoolId }) => teams.previewImport({ schoolId, file: listFile() }),
  'teams.changeMany': ({ teams }, { schoolId, teamId: id }) =>
    teams.changeMany({ schoolId, changes: [{ id, version, changed }] }),
  'students.previewImport': ({ students }, { schoolId }) => students.previewImport({ schoolId, file: listFile() }),
  'students.changeMany': ({ students }, { schoolId, studentId: id }) =>
    students.changeMany({ schoolId, changes: [{ id, version, changed }] }),
  'tournaments.previewImport': ({ tournaments }, { schoolId }) =>
    tournaments.previewImport({ schoolId, file: listFile() }),
  'tournaments.changeMany': ({ tournaments }, { schoolId, tournamentId: id }) =>
    tournaments.changeMany({ schoolId, changes: [{ id, version, changed }] }),
  'assignments.changeMany': ({ assignments }, { schoolId, userId }) =>
    assignments.changeMany({ changes: [{ userId, schoolId, version, changed: { role: 'admin' } }] }),
  'invitations.inviteMany': ({ invitations }, { schoolId }) =>
    invitations.inviteMany({ invitations: [{ email: `${randomUUID()}@example.test`, schoolId, role: 'viewer' }] }),
  'invitations.revokeMany': ({ invitations }, { invitationId }) => invitations.revokeMany({ ids: [invitationId] }),

  'history.list': ({ history }) => answers(history.list({})),
  'teams.similar': ({ teams }, { teamId, teamName }) =>
    has(teams.similar({ name: teamName }), ({ id }) => id === teamId),
  'ballots.prepare': ({ ballots }, { schoolId }) => ballots.prepare({ schoolId }),
  'ballots.recognize': ({ ballots }, { schoolId }) =>
    ignoringUnread(ballots.recognize({ image: new File(['no image'], 'ballot.png'), schoolId })),

  'status.services': ({ status }) => has(status.services(), () => true),
  'status.incidents': ({ status }) => has(status.incidents(), () => true),
};

type Statements = Record<Action, (target: Target) => RawBuilder<unknown>>;

const roster = (table: string, idOf: (target: Target) => string): Statements => {
  const name = sql.table(table);
  return {
    read: (target) => sql`select 1 from ${name} where id = ${idOf(target)}`,
    create: ({ schoolId }) => sql`insert into ${name} (school_id, name) values (${schoolId}, 'New Entry')`,
    update: (target) => sql`update ${name} set name = 'New Name' where id = ${idOf(target)}`,
    delete: (target) => sql`delete from ${name} where id = ${idOf(target)}`,
  };
};

/** The same as direct SQL statements, by table and subject of the matrix. */
export const TABLES: Record<string, { subject: Subject; statements: Statements }> = {
  schools: {
    subject: 'school',
    statements: {
      read: ({ schoolId }) => sql`select 1 from schools where id = ${schoolId}`,
      create: () => sql`insert into schools (name, short_name) values ('New School', 'NS')`,
      update: ({ schoolId }) => sql`update schools set name = 'New Name' where id = ${schoolId}`,
      delete: ({ schoolId }) => sql`delete from schools where id = ${schoolId}`,
    },
  },
  users: {
    subject: 'user',
    statements: {
      read: ({ userId }) => sql`select 1 from users where id = ${userId}`,
      create: () => sql`insert into users (email, name) values ('new@example.test', 'New User')`,
      update: ({ userId }) => sql`update users set name = 'New Name' where id = ${userId}`,
      delete: ({ userId }) => sql`select 1 where delete_auth_user(${userId})`,
    },
  },
  users_schools: {
    subject: 'assignment',
    statements: {
      read: ({ userId }) => sql`select 1 from users_schools where user_id = ${userId}`,
      create: ({ spareUserId, schoolId }) =>
        sql`insert into users_schools (user_id, school_id) values (${spareUserId}, ${schoolId})`,
      update: ({ userId }) => sql`update users_schools set role = 'primary' where user_id = ${userId}`,
      delete: ({ userId }) => sql`delete from users_schools where user_id = ${userId}`,
    },
  },
  invitations: {
    subject: 'invitation',
    statements: {
      read: ({ invitationId }) => sql`select 1 from invitations where id = ${invitationId}`,
      create: ({ schoolId }) =>
        sql`insert into invitations (email, school_id, token_hash)
          values ('new@example.test', ${schoolId}, sha256('new'))`,
      update: ({ invitationId }) => sql`update invitations set role = 'primary' where id = ${invitationId}`,
      delete: ({ invitationId }) => sql`delete from invitations where id = ${invitationId}`,
    },
  },
  password_resets: {
    subject: 'passwordReset',
    statements: {
      read: ({ userId }) => sql`select 1 from password_resets where user_id = ${userId}`,
      create: ({ userId }) => sql`select 1 where create_password_reset(${userId}, sha256('new'))`,
      update: ({ userId }) => sql`update password_resets set expires_at = now() where user_id = ${userId}`,
      delete: ({ userId }) => sql`delete from password_resets where user_id = ${userId}`,
    },
  },
  access_requests: {
    subject: 'accessRequest',
    statements: {
      read: ({ requestId }) => sql`select 1 from access_requests where id = ${requestId}`,
      create: ({ spareSchoolId }) =>
        sql`insert into access_requests (user_id, school_id) values (app_user_id(), ${spareSchoolId})`,
      update: ({ requestId }) => sql`update access_requests set confirmed_by = app_user_id() where id = ${requestId}`,
      delete: ({ requestId }) => sql`delete from access_requests where id = ${requestId}`,
    },
  },
  colleague_requests: {
    subject: 'colleagueRequest',
    statements: {
      read: ({ colleagueRequestId }) => sql`select 1 from colleague_requests where id = ${colleagueRequestId}`,
      create: ({ schoolId }) => sql`insert into colleague_requests (school_id, email, role, asked_by)
        values (${schoolId}, 'new@example.test', 'viewer', app_user_id())`,
      update: ({ colleagueRequestId }) =>
        sql`update colleague_requests set role = 'primary' where id = ${colleagueRequestId}`,
      delete: ({ colleagueRequestId }) => sql`delete from colleague_requests where id = ${colleagueRequestId}`,
    },
  },
  cases: {
    subject: 'case',
    statements: {
      read: ({ caseId }) => sql`select 1 from cases where id = ${caseId}`,
      create: () => sql`insert into cases (name, year) values ('New v. Case', 2024)`,
      update: ({ caseId }) => sql`update cases set is_active = false where id = ${caseId}`,
      delete: ({ caseId }) => sql`delete from cases where id = ${caseId}`,
    },
  },
  witnesses: {
    subject: 'witness',
    statements: {
      read: ({ witnessId }) => sql`select 1 from witnesses where id = ${witnessId}`,
      create: ({ caseId }) => sql`insert into witnesses (case_id, name) values (${caseId}, 'New Witness')`,
      update: ({ witnessId }) => sql`update witnesses set side = 'd' where id = ${witnessId}`,
      delete: ({ witnessId }) => sql`delete from witnesses where id = ${witnessId}`,
    },
  },
  teams: { subject: 'team', statements: roster('teams', ({ teamId }) => teamId) },
  students: { subject: 'student', statements: roster('students', ({ studentId }) => studentId) },
  tournaments: { subject: 'tournament', statements: roster('tournaments', ({ tournamentId }) => tournamentId) },
  calendar_links: {
    subject: 'calendarLink',
    statements: {
      read: ({ schoolId }) => sql`select 1 from calendar_links where school_id = ${schoolId}`,
      create: ({ spareSchoolId, schoolId }) => sql`insert into calendar_links (school_id, token_hash, made_by)
          values (${schoolId}, sha256(${spareSchoolId}), app_user_id())
          on conflict (school_id) do update set made_by = app_user_id()`,
      update: ({ schoolId }) => sql`update calendar_links set made_by = app_user_id() where school_id = ${schoolId}`,
      delete: ({ schoolId }) => sql`delete from calendar_links where school_id = ${schoolId}`,
    },
  },
  webhooks: {
    subject: 'webhook',
    statements: {
      read: ({ webhookId }) => sql`select 1 from webhooks where id = ${webhookId}`,
      create: ({ schoolId }) => sql`insert into webhooks (school_id, url, secret, made_by)
        values (${schoolId}, 'https://example.org/other', sha256('new'), app_user_id())`,
      update: ({ webhookId }) => sql`update webhooks set secret = sha256('other') where id = ${webhookId}`,
      delete: ({ webhookId }) => sql`delete from webhooks where id = ${webhookId}`,
    },
  },
  webhook_deliveries: {
    subject: 'webhookDelivery',
    statements: {
      read: ({ webhookId }) => sql`select 1 from webhook_deliveries where webhook_id = ${webhookId}`,
      create: ({ webhookId, schoolId }) => sql`insert into webhook_deliveries (webhook_id, school_id, type, data, about)
        values (${webhookId}, ${schoolId}, 'test', '{}', 'test')`,
      update: ({ webhookId }) => sql`update webhook_deliveries set state = 'delivered' where webhook_id = ${webhookId}`,
      delete: ({ webhookId }) => sql`delete from webhook_deliveries where webhook_id = ${webhookId}`,
    },
  },
  student_links: {
    subject: 'studentLink',
    statements: {
      read: ({ studentLinkId }) => sql`select 1 from student_links where id = ${studentLinkId}`,
      create: ({ schoolId, studentId }) => sql`insert into student_links
          (school_id, student_id, season, token_hash, made_by, expires_at)
          values (${schoolId}, ${studentId}, ${SEASON}, sha256('new'), app_user_id(), now() + interval '1 day')`,
      update: ({ studentLinkId }) =>
        sql`update student_links set expires_at = now() + interval '2 days' where id = ${studentLinkId}`,
      delete: ({ studentLinkId }) => sql`delete from student_links where id = ${studentLinkId}`,
    },
  },
  deleted_records: {
    subject: 'deletedEntry',
    statements: {
      read: ({ deletedTeamId }) => sql`select 1 from deleted_records where record_id = ${deletedTeamId}`,
      create: ({ schoolId }) => sql`insert into deleted_records (record_id, subject, label, school_id)
        values (${schoolId}, 'school', 'New Entry', ${schoolId})`,
      // Restoring. The table itself can't be updated.
      update: ({ deletedTeamId }) => sql`select 1 from restore_deleted(${deletedTeamId}) where outcome = 'restored'`,
      delete: ({ deletedTeamId }) => sql`delete from deleted_records where record_id = ${deletedTeamId}`,
    },
  },
  season_books: {
    subject: 'seasonBook',
    statements: {
      read: ({ schoolId }) => sql`select 1 from season_books where school_id = ${schoolId}`,
      // Row security checks the insertion before it finds the book that is there.
      create: ({ schoolId }) =>
        sql`insert into season_books (school_id) values (${schoolId}) on conflict (school_id) do update set keeps_ballots = true`,
      update: ({ schoolId }) => sql`update season_books set keeps_ballots = false where school_id = ${schoolId}`,
      delete: ({ schoolId }) => sql`delete from season_books where school_id = ${schoolId}`,
    },
  },
  season_imports: {
    subject: 'seasonImport',
    statements: {
      read: ({ importId }) => sql`select 1 from season_imports where id = ${importId}`,
      create: ({ schoolId }) =>
        sql`insert into season_imports (school_id, file_name, by_id) values (${schoolId}, 'new.csv', app_user_id())`,
      update: ({ importId }) => sql`update season_imports set file_name = 'other.csv' where id = ${importId}`,
      delete: ({ importId }) => sql`delete from season_imports where id = ${importId}`,
    },
  },
  rounds: {
    subject: 'round',
    statements: {
      read: ({ roundId }) => sql`select 1 from rounds where id = ${roundId}`,
      create: ({ schoolId, tournamentId, teamId }) =>
        sql`insert into rounds (school_id, tournament_id, team_id, number, side) values
          (${schoolId}, ${tournamentId}, ${teamId}, 9, 'd')`,
      update: ({ roundId }) => sql`update rounds set opponent = '9999' where id = ${roundId}`,
      delete: ({ roundId }) => sql`delete from rounds where id = ${roundId}`,
    },
  },
  round_parts: {
    subject: 'lineUp',
    statements: {
      read: ({ roundId }) => sql`select 1 from round_parts where round_id = ${roundId}`,
      create: ({ schoolId, roundId }) =>
        sql`insert into round_parts (school_id, round_id, part) values (${schoolId}, ${roundId}, 'close')`,
      update: ({ roundId }) => sql`update round_parts set student_id = null where round_id = ${roundId}`,
      delete: ({ roundId }) => sql`delete from round_parts where round_id = ${roundId}`,
    },
  },
  saved_line_ups: {
    subject: 'lineUp',
    statements: {
      read: ({ lineUpId }) => sql`select 1 from saved_line_ups where id = ${lineUpId}`,
      create: ({ schoolId, teamId }) =>
        sql`insert into saved_line_ups (school_id, team_id, side, name) values (${schoolId}, ${teamId}, 'd', 'New')`,
      update: ({ lineUpId }) => sql`update saved_line_ups set name = 'New Name' where id = ${lineUpId}`,
      delete: ({ lineUpId }) => sql`delete from saved_line_ups where id = ${lineUpId}`,
    },
  },
  score_sheets: {
    subject: 'sheet',
    statements: {
      read: ({ sheetId }) => sql`select 1 from score_sheets where id = ${sheetId}`,
      create: ({ schoolId }) => sql`insert into score_sheets (id, school_id, edition, title, description, made_by)
        values (gen_random_uuid(), ${schoolId}, 1, 'New Sheet', '{}', app_user_id())`,
      update: ({ sheetId }) => sql`update score_sheets set title = 'New Title' where id = ${sheetId}`,
      delete: ({ sheetId }) => sql`delete from score_sheets where id = ${sheetId}`,
    },
  },
  try_outs: {
    subject: 'tryOut',
    statements: {
      read: ({ tryOutId }) => sql`select 1 from try_outs where id = ${tryOutId}`,
      create: ({ schoolId }) => sql`insert into try_outs (id, school_id, name, sheet, delete_after)
        values (gen_random_uuid(), ${schoolId}, 'New', '{}', current_date + 30)`,
      update: ({ tryOutId }) => sql`update try_outs set ended_at = now() where id = ${tryOutId}`,
      delete: ({ tryOutId }) => sql`delete from try_outs where id = ${tryOutId}`,
    },
  },
  try_out_candidates: {
    subject: 'tryOut',
    statements: {
      read: ({ candidateId }) => sql`select 1 from try_out_candidates where id = ${candidateId}`,
      create: ({ schoolId, tryOutId }) => sql`insert into try_out_candidates (try_out_id, school_id, name)
        values (${tryOutId}, ${schoolId}, 'New Name')`,
      update: ({ candidateId, studentId }) =>
        sql`update try_out_candidates set student_id = ${studentId} where id = ${candidateId}`,
      delete: ({ candidateId }) => sql`delete from try_out_candidates where id = ${candidateId}`,
    },
  },
  try_out_ratings: {
    subject: 'tryOutRating',
    statements: {
      read: ({ endedCandidateId }) => sql`select 1 from try_out_ratings where candidate_id = ${endedCandidateId}`,
      create: ({ schoolId, tryOutId, candidateId }) => sql`insert into try_out_ratings
        (candidate_id, rater_id, try_out_id, school_id, scores)
        values (${candidateId}, app_user_id(), ${tryOutId}, ${schoolId}, '{}')`,
      // Of the person's own scores.
      update: ({ schoolId, tryOutId, candidateId }) => sql`insert into try_out_ratings
        (candidate_id, rater_id, try_out_id, school_id, scores)
        values (${candidateId}, app_user_id(), ${tryOutId}, ${schoolId}, '{}')
        on conflict (candidate_id, rater_id) do update set scores = excluded.scores`,
      delete: ({ endedCandidateId }) => sql`delete from try_out_ratings where candidate_id = ${endedCandidateId}`,
    },
  },
  saved_line_up_parts: {
    subject: 'lineUp',
    statements: {
      read: ({ lineUpId }) => sql`select 1 from saved_line_up_parts where line_up_id = ${lineUpId}`,
      create: ({ schoolId, lineUpId }) =>
        sql`insert into saved_line_up_parts (line_up_id, part, school_id) values (${lineUpId}, 'close', ${schoolId})`,
      update: ({ lineUpId }) => sql`update saved_line_up_parts set student_id = null where line_up_id = ${lineUpId}`,
      delete: ({ lineUpId }) => sql`delete from saved_line_up_parts where line_up_id = ${lineUpId}`,
    },
  },
  kept_ballots: {
    subject: 'keptBallot',
    statements: {
      read: ({ ballotId }) => sql`select 1 from kept_ballots where id = ${ballotId}`,
      create: ({ schoolId, roundId }) =>
        sql`insert into kept_ballots (school_id, round_id, number, source, kept_by) values
          (${schoolId}, ${roundId}, 9, 'typed', app_user_id())`,
      update: ({ ballotId }) => sql`update kept_ballots set judge = 'Marsh' where id = ${ballotId}`,
      delete: ({ ballotId }) => sql`delete from kept_ballots where id = ${ballotId}`,
    },
  },
  ballot_scores: {
    subject: 'ballotScores',
    statements: {
      read: ({ ballotId }) => sql`select 1 from ballot_scores where ballot_id = ${ballotId}`,
      create: ({ schoolId, emptyBallotId }) =>
        sql`insert into ballot_scores (ballot_id, school_id, scores) values
          (${emptyBallotId}, ${schoolId}, ${JSON.stringify(scoresOf(9))}::jsonb)`,
      update: ({ ballotId }) =>
        sql`update ballot_scores set comments = '{"p open": "Calm"}' where ballot_id = ${ballotId}`,
      delete: ({ ballotId }) => sql`delete from ballot_scores where ballot_id = ${ballotId}`,
    },
  },
  score_corrections: {
    subject: 'scoreCorrection',
    statements: {
      read: ({ ballotId }) => sql`select 1 from score_corrections where ballot_id = ${ballotId}`,
      create: ({ schoolId, ballotId }) =>
        sql`insert into score_corrections (school_id, ballot_id, field, after, reason) values
          (${schoolId}, ${ballotId}, 'pOpen', 9, 'Misread')`,
      update: ({ ballotId }) => sql`update score_corrections set reason = 'Another' where ballot_id = ${ballotId}`,
      delete: ({ ballotId }) => sql`delete from score_corrections where ballot_id = ${ballotId}`,
    },
  },
  changes: {
    subject: 'change',
    statements: {
      read: () => sql`select 1 from changes`,
      create: ({ schoolId }) =>
        sql`insert into changes (subject, action, record_id, label) values ('school', 'update', ${schoolId}, 'Invented')`,
      update: () => sql`update changes set label = 'Rewritten'`,
      delete: () => sql`delete from changes`,
    },
  },
  service_statuses: {
    subject: 'serviceStatus',
    statements: {
      read: () => sql`select 1 from service_statuses`,
      create: () =>
        sql`insert into service_statuses (position, name, description, status, uptime) values (99, 'New', '', 'outage', 1)`,
      update: () => sql`update service_statuses set uptime = 1`,
      delete: () => sql`delete from service_statuses`,
    },
  },
  incidents: {
    subject: 'incident',
    statements: {
      read: () => sql`select 1 from incidents`,
      create: () => sql`insert into incidents (title, description, status) values ('New', '', 'completed')`,
      update: () => sql`update incidents set title = 'New Title'`,
      delete: () => sql`delete from incidents`,
    },
  },
};

/** The columns that the application's role may read and write in each table and view; `*` means all. */
export const COLUMN_GRANTS: Record<string, { select?: string; insert?: string; update?: string }> = {
  schools: { select: '*', insert: '*', update: 'is_premium name short_name' },
  users: { select: 'created_at email id last_sign_in name search sort_name updated_at version', update: 'name' },
  super_admins: { select: '*' },
  users_schools: { select: '*', insert: '*', update: 'role' },
  invitations: {
    select: 'created_at email expires_at id role school_id',
    insert: 'email role school_id token_hash',
  },
  access_requests: { select: '*', insert: 'note school_id user_id', update: 'confirmed_by' },
  colleague_requests: { select: '*', insert: 'asked_by email role school_id' },
  cases: { select: '*', insert: '*', update: 'area is_active name type year' },
  witnesses: { select: '*', insert: '*', update: 'name side type' },
  teams: { select: '*', insert: '*', update: 'name' },
  students: { select: '*', insert: '*', update: 'class_year is_archived name team_id user_id' },
  tournaments: {
    select: '*',
    insert: '*',
    update: 'case_id ends_on name place season sheet_edition sheet_id starts_on',
  },
  calendar_links: {
    select: 'created_at id made_by school_id',
    insert: 'made_by school_id token_hash',
    update: 'created_at made_by token_hash',
  },
  webhooks: {
    select: 'created_at id made_by off_reason off_since school_id url',
    insert: 'made_by school_id secret url',
    update: 'off_reason off_since secret',
  },
  webhook_deliveries: { select: '*', insert: 'about data school_id type webhook_id' },
  student_links: {
    select: 'created_at expires_at id last_opened_at made_by school_id season student_id',
    insert: 'expires_at made_by school_id season student_id token_hash',
  },
  season_books: { select: '*', insert: '*', update: 'keep_until keeps_ballots shares_cards' },
  season_imports: { select: '*', insert: 'by_id file_name id joined_rounds school_id' },
  rounds: {
    select: '*',
    insert: '*',
    update: 'case_id number opponent outcome shared_with side team_id tournament_id',
  },
  round_parts: { select: '*', insert: '*', update: 'student_id witness_id' },
  saved_line_ups: { select: '*', insert: '*', update: 'name' },
  saved_line_up_parts: { select: '*', insert: '*', update: 'student_id witness_id' },
  score_sheets: { select: '*', insert: 'description edition id made_by school_id title' },
  try_outs: { select: '*', insert: 'delete_after id name school_id sheet', update: 'ended_at' },
  try_out_candidates: { select: '*', insert: 'name school_id try_out_id', update: 'student_id' },
  try_out_ratings: { select: '*', insert: '*', update: 'scores' },
  kept_ballots: {
    select: '*',
    insert: 'id import_id judge kept_by number round_id school_id sheet_edition sheet_id source tab_margin',
    update: 'judge number round_id tab_margin',
  },
  ballot_scores: { select: '*', insert: '*', update: 'comments ranks' },
  score_corrections: { select: '*', insert: 'after ballot_id field reason school_id' },
  changes: { select: '*' },
  deleted_records: { select: '*' },
  service_statuses: { select: '*', insert: '*', update: '*' },
  incidents: { select: '*', insert: '*', update: '*' },
  users_for_super_admins: { select: '*' },
  schools_for_super_admins: { select: '*' },
  assignments_for_super_admins: { select: '*' },
  changes_for_super_admins: { select: '*' },
};

/** Only the server's owner role uses these tables. In `super_admins`, people can read their own row, and super admins all rows. */
export const CLOSED_TABLES = [
  'access_tokens',
  'deleted_rows',
  'migrations',
  'passwords',
  'recovery_codes',
  'second_factors',
  'server_facts',
  'session_ends',
  'sessions',
  'sign_in_failures',
  'sign_on_attempts',
  'sign_on_links',
  'super_admins',
];
