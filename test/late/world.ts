// What the changes are made to: a school with a season, another school, cases, and people of each kind. The names end in a mark of
// their own, so that each visit has its own world in one database.
import { randomUUID } from 'node:crypto';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import type { InProcess } from '../in-process.ts';
import { addPerson, addSchool, addSession, callsAs } from '../people.ts';
import { seasonWorld } from '../pages/season-world.ts';

export async function lateWorld(server: InProcess) {
  const { database } = server;
  const { owner } = database;
  const mark = randomUUID().slice(0, 8);
  const season = await seasonWorld(database);
  const rename = (table: 'schools' | 'teams' | 'students' | 'tournaments', id: string, name: string) =>
    owner.updateTable(table).set({ name }).where('id', '=', id).execute();
  await rename('schools', season.schoolId, `Home ${mark}`);
  await rename('teams', season.teamId, `Blue ${mark}`);
  await rename('students', season.studentId, `Zoe ${mark}`);
  await rename('tournaments', season.tournamentId, `Cup ${mark}`);
  const quiet = await addSchool(database, `Quiet ${mark}`);
  const manager = await addPerson(database, { name: `Desmond ${mark}`, dbManager: true });
  const member = await addPerson(database, { name: `Mona ${mark}`, roles: { [quiet.id]: 'viewer' } });
  const stranger = await addPerson(database, { name: `Sam ${mark}` });
  // Signed in on another device, too.
  await addSession(database, stranger.userId);
  const addCase = (name: string) =>
    owner.insertInto('cases').values({ name, year: 2024 }).returning('id').executeTakeFirstOrThrow();
  const { id: caseId } = await addCase(`State v. ${mark}`);
  const { id: emptyCaseId } = await addCase(`Nobody v. ${mark}`);
  await owner.insertInto('witnesses').values([
    { caseId, name: 'Wit Ness' },
    { caseId, name: 'Wit Two' },
  ]).execute(); // prettier-ignore
  const { id: _kentucky, version: edition, title: _title, ...description } = KENTUCKY;
  const sheetId = randomUUID();
  await owner
    .insertInto('scoreSheets')
    .values({ id: sheetId, schoolId: season.schoolId, edition, title: `Sheet ${mark}`, description })
    .execute();
  const addTryOut = async (endedAt: Date | null): Promise<string> => {
    const id = randomUUID();
    const of = { schoolId: season.schoolId, tryOutId: id };
    const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await owner
      .insertInto('tryOuts')
      .values({ id, schoolId: season.schoolId, name: `Try-out ${mark}`, sheet: TRY_OUT, deleteAfter: day, endedAt })
      .execute();
    await owner.insertInto('tryOutCandidates').values(['Ada', 'Ben'].map((name) => ({ ...of, name: `${name} ${mark}` }))).execute(); // prettier-ignore
    return id;
  };
  const ids: Record<string, string> = {
    MARK: mark, SCHOOL: season.schoolId, QUIET: quiet.id, MEMBER: member.userId, MANAGER: manager.userId, CASE: caseId,
    NOBODY: emptyCaseId, TOURNAMENT: season.tournamentId, ROUND: season.roundId, BALLOT: season.ballotId,
    STUDENT: season.studentId, SHEET: sheetId, UNUSED: randomUUID(),
    TRYOUT: await addTryOut(null), ENDED: await addTryOut(new Date()),
  }; // prettier-ignore
  /** Replaces the names above: "/admin?open=SCHOOL", "Edit Blue MARK". */
  const text = (given: string): string => given.replaceAll(/\b[A-Z]{4,}\b/g, (name) => ids[name] ?? name);
  return {
    ...season,
    server,
    owner,
    caseId,
    manager,
    member,
    stranger,
    quiet,
    mark,
    text,
    /** Recovery codes of a second factor that a change has turned on before. */
    codes: [] as string[],
    as: (who: Who) => callsAs(server, { manager, member, stranger, coach: season.coach, keeper: season.keeper }[who]),
  };
}
export type LateWorld = Awaited<ReturnType<typeof lateWorld>>;
export type Who = 'manager' | 'member' | 'stranger' | 'coach' | 'keeper';
