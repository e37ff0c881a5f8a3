// World: a school that keeps ballots, with one round, one saved ballot and people of each role.
import type { Database } from '#server/database/database.ts';
import type { TestDatabase } from '../database.ts';
import { addPerson, addRoundWithBallots, addSchool } from '../people.ts';

export const seasonWorld = (database: TestDatabase) => database.resetTo(addSeasonWorld);

export async function addSeasonWorld(database: Database) {
  const school = await addSchool(database, 'Home School');
  const season = await addRoundWithBallots(database, school);
  const schoolId = school.id;
  const keeper = await addPerson(database, { name: 'Kim Keeper', roles: { [schoolId]: 'admin' } });
  const coach = await addPerson(database, { name: 'Cora Coach', roles: { [schoolId]: 'primary' } });
  const viewer = await addPerson(database, { name: 'Vic Viewer', roles: { [schoolId]: 'viewer' } });
  await database.owner.updateTable('keptBallots').set({ keptBy: keeper.userId }).execute();
  const round = `/season/rounds/${season.roundId}`;
  return { ...school, ...season, schoolId, keeper, coach, viewer, round, ballots: `${round}/ballots` };
}
