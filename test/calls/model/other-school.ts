// Another school with students of the same names, a ballot whose comments and corrections name them, and a saved line-up. Nothing there
// changes, whatever the people of the first school do.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Calls } from '#contract/index.ts';
import type { InProcess } from '#test/in-process.ts';
import { addPerson, callsAs } from '#test/people.ts';
import { NAMED, playRound, SEASON, TEAMS } from './season.ts';
import { everyField } from './truth.ts';
import type { World } from './world.ts';

export async function addOtherSchool(product: InProcess, admin: Calls): Promise<string> {
  const schoolId = randomUUID();
  await admin.schools.add({ id: schoolId, name: 'Birch Run', shortName: 'BR', isPremium: false });
  const opal = await addPerson(product.database, { name: 'Opal', roles: { [schoolId]: 'primary' } });
  const calls = callsAs(product, opal);
  await calls.seasonBook.change({ schoolId, version: 0, changed: { keepsBallots: true } });
  const teamIds: string[] = [];
  for (const name of TEAMS) teamIds.push((await calls.teams.add({ schoolId, id: randomUUID(), name })).id);
  const studentIds: string[] = [];
  for (const name of NAMED)
    studentIds.push((await calls.students.add({ schoolId, id: randomUUID(), name, teamId: teamIds[0]! })).id);
  const tournament = await calls.tournaments.add({ schoolId, id: randomUUID(), name: 'Harvest', season: SEASON });
  const first = { number: 1, areBothOurs: true, students: studentIds };
  const [round] = await playRound(calls, { schoolId, teams: teamIds }, tournament, first);
  const scores = everyField<number | null>(7);
  const facts = { number: 1, judge: 'Judge 1', tabMargin: null, source: 'typed' as const };
  const comments = { 'p open': `Better than ${NAMED.join(', ')}` };
  const ranks = { attorney: [], witness: [] };
  const ballot = { schoolId, id: randomUUID(), roundId: round!.id, ...facts, scores, comments, ranks };
  const { version } = await calls.keptBallots.keep(ballot);
  const correction = { schoolId, id: ballot.id, version, scores: [{ field: 'pOpen', score: 8 }] };
  await calls.keptBallots.correct({ ...correction, reason: `${NAMED[0]} said so` });
  const parts = [{ part: 'open' as const, studentId: studentIds[0]!, witnessId: null }];
  await calls.savedLineUps.save({
    schoolId,
    id: randomUUID(),
    teamId: teamIds[0]!,
    side: 'p',
    name: 'Our best',
    parts,
  });
  return schoolId;
}

const rowsBefore = new Map<string, unknown>();

/** Row security, and functions with the school that they are about. */
export async function otherSchoolIsUnchanged({ database: { owner }, otherSchoolId }: World): Promise<void> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'school_id' and is_updatable = 'YES' order by 1`.execute(owner);
  const ofTables = tables.map(
    ({ name }) =>
      sql`select ${name}::text || ': ' || (to_jsonb(t) - array['version', 'updated_at'])::text as row from ${sql.table(name)} t where school_id = ${otherSchoolId}::uuid`,
  );
  const { rows } = await sql<{ row: string }>`${sql.join(ofTables, sql` union all `)} order by 1`.execute(owner);
  const before = rowsBefore.get(otherSchoolId);
  if (before === undefined) rowsBefore.set(otherSchoolId, rows);
  else expect(rows, 'the other school').toEqual(before);
}
