// What the changes are made to: a school with a season, another school, cases, and people of each kind. The names end in a mark, by
// which the tests find them.
import { randomUUID } from 'node:crypto';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import { KENTUCKY } from '#ballot/sheet/kentucky.ts';
import type { Database } from '#server/database/database.ts';
import type { TestDatabase } from '../database.ts';
import type { InProcess } from '../in-process.ts';
import { addPerson, addSchool, addSession, callsAs } from '../people.ts';
import { addSeasonWorld } from '../pages/season-world.ts';
import { together } from '../together.ts';

async function addLateWorld(database: Database) {
  const { owner } = database;
  const mark = randomUUID().slice(0, 8);
  const season = await addSeasonWorld(database);
  const quiet = await addSchool(database, `Quiet ${mark}`);
  const manager = await addPerson(database, { name: `Desmond ${mark}`, dbManager: true });
  const member = await addPerson(database, { name: `Mona ${mark}`, roles: { [quiet.id]: 'viewer' } });
  const stranger = await addPerson(database, { name: `Sam ${mark}` });
  // Signed in on another device, too.
  await addSession(database, stranger.userId);
  const [caseId, emptyCaseId, sheetId] = [randomUUID(), randomUUID(), randomUUID()];
  const [tryOutId, endedId] = [randomUUID(), randomUUID()];
  const { schoolId } = season;
  const rename = (table: 'schools' | 'teams' | 'students' | 'tournaments', id: string, name: string) =>
    owner.updateTable(table).set({ name }).where('id', '=', id);
  const { id: _kentucky, version: edition, title: _title, ...description } = KENTUCKY;
  const deleteAfter = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const tryOut = { schoolId, name: `Try-out ${mark}`, sheet: TRY_OUT, deleteAfter };
  await together(database, [
    rename('schools', schoolId, `Home ${mark}`),
    rename('teams', season.teamId, `Blue ${mark}`),
    rename('students', season.studentId, `Zoe ${mark}`),
    rename('tournaments', season.tournamentId, `Cup ${mark}`),
    owner.insertInto('cases').values([
      { id: caseId, name: `State v. ${mark}`, year: 2024 },
      { id: emptyCaseId, name: `Nobody v. ${mark}`, year: 2024 },
    ]),
    owner.insertInto('witnesses').values([
      { caseId, name: 'Wit Ness' },
      { caseId, name: 'Wit Two' },
    ]),
    owner.insertInto('scoreSheets').values({ id: sheetId, schoolId, edition, title: `Sheet ${mark}`, description }),
    owner.insertInto('tryOuts').values([
      { ...tryOut, id: tryOutId, endedAt: null },
      { ...tryOut, id: endedId, endedAt: new Date() },
    ]),
    owner
      .insertInto('tryOutCandidates')
      .values(
        [tryOutId, endedId].flatMap((of) =>
          ['Ada', 'Ben'].map((name) => ({ schoolId, tryOutId: of, name: `${name} ${mark}` })),
        ),
      ),
  ]);
  const ids: Record<string, string> = {
    MARK: mark, SCHOOL: season.schoolId, QUIET: quiet.id, MEMBER: member.userId, MANAGER: manager.userId, CASE: caseId,
    NOBODY: emptyCaseId, TOURNAMENT: season.tournamentId, ROUND: season.roundId, BALLOT: season.ballotId,
    STUDENT: season.studentId, SHEET: sheetId, UNUSED: randomUUID(),
    TRYOUT: tryOutId, ENDED: endedId,
  }; // prettier-ignore
  /** Replaces the names above: "/admin?open=SCHOOL", "Edit Blue MARK". */
  const text = (given: string): string => given.replaceAll(/\b[A-Z]{4,}\b/g, (name) => ids[name] ?? name);
  return {
    ...season,
    owner,
    caseId,
    manager,
    member,
    stranger,
    quiet,
    mark,
    text,
  };
}

/** These rows, and no others. */
export async function lateWorld(server: InProcess & { database: TestDatabase }) {
  const rows = await server.database.resetTo(addLateWorld);
  return {
    ...rows,
    server,
    /** Recovery codes of a second factor that a change has turned on before. */
    codes: [] as string[],
    as: (who: Who) => callsAs(server, rows[who]),
  };
}
export type LateWorld = Awaited<ReturnType<typeof lateWorld>>;
export type Who = 'manager' | 'member' | 'stranger' | 'coach' | 'keeper';
