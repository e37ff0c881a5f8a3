// World of the matrix: one record of each kind, in a school that the person may belong to.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Database } from '#server/database/database.ts';
import { addRoundWithBallots, addSchool } from '../people.ts';
import { together } from '../together.ts';

export const SEASON = seasonOf(new Date());

export type Target = Awaited<ReturnType<typeof makeTarget>>;

const newId = (): string => randomUUID();

export async function makeTarget(database: Database) {
  const { owner } = database;
  const school = await addSchool(database, `School ${randomUUID()}`);
  const spareSchool = await addSchool(database, `Spare ${randomUUID()}`);
  const season = await addRoundWithBallots(database, school);
  const schoolId = school.id;
  const ids = {
    userId: newId(),
    spareUserId: newId(),
    caseId: newId(),
    witnessId: newId(),
    invitationId: newId(),
    requestId: newId(),
    colleagueRequestId: newId(),
    webhookId: newId(),
    lineUpId: newId(),
    sheetId: newId(),
    studentLinkId: newId(),
    deletedTeamId: newId(),
    deletedCaseId: newId(),
  };
  const { userId, spareUserId, caseId, witnessId, webhookId, lineUpId, deletedTeamId, deletedCaseId } = ids;
  const email = (): string => `${randomUUID()}@example.test`;
  const user = (id: string, name: string) => owner.insertInto('users').values({ id, email: email(), name });
  const trial = { name: 'Doe v. Roe', year: 2024 };
  const { id: _, version, title, ...description } = COLLEGE_28;
  const { statements: tryOuts, ...tryOutIds } = newTryOuts(database, schoolId, spareUserId);
  await together(database, [
    user(userId, 'Tara Get'),
    user(spareUserId, 'Spa Re'),
    owner.insertInto('usersSchools').values({ userId, schoolId, role: 'viewer' }),
    owner.insertInto('cases').values([
      { ...trial, id: caseId },
      { ...trial, id: deletedCaseId },
    ]),
    owner.insertInto('witnesses').values({ id: witnessId, caseId, name: 'Wit Ness' }),
    owner
      .insertInto('invitations')
      .values({ id: ids.invitationId, email: email(), schoolId, tokenHash: randomBytes(32) }),
    owner
      .insertInto('accessRequests')
      .values({ id: ids.requestId, userId: spareUserId, schoolId, note: 'My old school' }),
    owner.insertInto('calendarLinks').values({ schoolId, tokenHash: randomBytes(32) }),
    owner
      .insertInto('colleagueRequests')
      .values({ id: ids.colleagueRequestId, schoolId, email: email(), role: 'viewer' }),
    owner
      .insertInto('webhooks')
      .values({ id: webhookId, schoolId, url: 'https://example.org/hook', secret: randomBytes(32) }),
    owner
      .insertInto('webhookDeliveries')
      .values({ webhookId, schoolId, type: 'round.changed', about: 'a round', data: {} }),
    owner.insertInto('teams').values({ id: deletedTeamId, schoolId, name: 'Gone' }),
    owner
      .insertInto('savedLineUps')
      .values({ id: lineUpId, schoolId, teamId: school.teamId, side: 'p', name: 'Our best' }),
    owner
      .insertInto('savedLineUpParts')
      .values({ schoolId, lineUpId, part: 'witness1', studentId: school.studentId, witnessId }),
    owner.insertInto('scoreSheets').values({ id: ids.sheetId, schoolId, edition: version, title, description }),
    ...tryOuts,
    owner.updateTable('seasonBooks').set({ sharesCards: true }).where('schoolId', '=', schoolId),
    owner.insertInto('studentLinks').values({
      id: ids.studentLinkId,
      schoolId,
      studentId: school.studentId,
      season: SEASON,
      tokenHash: randomBytes(32),
      expiresAt: sql`now() + interval '1 day'`,
    }),
    owner.deleteFrom('teams').where('id', '=', deletedTeamId),
    owner.deleteFrom('cases').where('id', '=', deletedCaseId),
  ]);
  return {
    ...school,
    ...season,
    ...ids,
    ...tryOutIds,
    schoolId,
    spareSchoolId: spareSchool.id,
    spareSchoolName: spareSchool.teamName.replace(' One', ''),
  };
}

/** One that is open, and one that has ended, each with a candidate whom somebody has rated. */
function newTryOuts({ owner }: Database, schoolId: string, raterId: string) {
  const [tryOutId, endedTryOutId, candidateId, endedCandidateId] = [newId(), newId(), newId(), newId()];
  const tryOut = { schoolId, name: 'Our try-out', sheet: TRY_OUT, deleteAfter: sql<string>`current_date + 30` };
  const candidate = (id: string, of: string) => ({ id, tryOutId: of, schoolId, name: `Can Didate ${randomUUID()}` });
  const rating = { raterId, schoolId, scores: {} };
  return {
    tryOutId,
    endedTryOutId,
    candidateId,
    endedCandidateId,
    statements: [
      owner.insertInto('tryOuts').values([
        { ...tryOut, id: tryOutId, endedAt: null },
        { ...tryOut, id: endedTryOutId, endedAt: new Date() },
      ]),
      owner
        .insertInto('tryOutCandidates')
        .values([candidate(candidateId, tryOutId), candidate(endedCandidateId, endedTryOutId)]),
      owner.insertInto('tryOutRatings').values([
        { ...rating, candidateId, tryOutId },
        { ...rating, candidateId: endedCandidateId, tryOutId: endedTryOutId },
      ]),
    ],
  };
}
