// World of the matrix: one record of each kind, in a school that the person may belong to.
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Database } from '#server/database/database.ts';
import { addRoundWithBallots, addSchool } from '../people.ts';

export const SEASON = seasonOf(new Date());

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
