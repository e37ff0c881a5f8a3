// World: a round that was played, opened as a person of each role.
import { randomUUID } from 'node:crypto';
import { seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import type { Database } from '#server/database/database.ts';
import { startInProcess } from '../in-process.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs, scoresOf } from '../people.ts';
import type { Pages } from './open-page.tsx';

const season = seasonOf(new Date());

/** A round with two ballots, the second better for us and one point apart everywhere but in two cells. */
export async function openRound({ server, open }: Pages, role: Role) {
  const { database } = server();
  const { school, roundId, admin } = await database.resetTo(addRound);
  const calls = callsAs(server(), admin);
  const person = role === 'admin' ? admin : await addPerson(database, { roles: { [school.id]: role } });
  const show = () => open(`/season/rounds/${roundId}`, person);
  const lineUp = async () => (await calls.rounds.lineUps({ schoolId: school.id, season })).rows[0]!;
  return { school, roundId, owner: database.owner, calls, show, lineUp };
}

async function addRound(database: Database) {
  const school = await addSchool(database, 'Home School');
  const { roundId } = await addRoundWithBallots(database, school);
  const ours = { schoolId: school.id, teamId: school.teamId };
  await database.owner
    .insertInto('students')
    .values([
      { ...ours, name: 'Ann Attorney' },
      { ...ours, name: 'Gina Graduate', isArchived: true },
      { schoolId: school.id, name: 'Otto Other', classYear: 2000 },
    ])
    .execute();
  const admin = await addPerson(database, { name: 'Ada Admin', roles: { [school.id]: 'admin' } });
  await callsAs(await startInProcess({}, database), admin).keptBallots.keep({
    source: 'typed',
    comments: {},
    tabMargin: null,
    schoolId: school.id,
    id: randomUUID(),
    roundId,
    number: 2,
    judge: '',
    ranks: { attorney: [], witness: [] },
    scores: { ...scoresOf(8), pOpen: 10, dWCross1: 5, dDirect1: 9 },
  });
  return { school, roundId, admin };
}
