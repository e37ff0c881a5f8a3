// World: a round that was played, opened as a person of each role.
import { randomUUID } from 'node:crypto';
import { seasonOf } from '#contract/seasons.ts';
import type { Role } from '#contract/words.ts';
import { addPerson, addRoundWithBallots, addSchool, callsAs, scoresOf } from '../people.ts';
import type { pageTests } from './open-page.tsx';

const season = seasonOf(new Date());

/** A round with two ballots, the second better for us and one point apart everywhere but in two cells. */
export async function openRound({ server, open }: ReturnType<typeof pageTests>, role: Role) {
  const { database } = server();
  const { owner } = database;
  const school = await addSchool(database, 'Home School');
  const { roundId } = await addRoundWithBallots(database, school);
  const ours = { schoolId: school.id, teamId: school.teamId };
  await owner
    .insertInto('students')
    .values([
      { ...ours, name: 'Ann Attorney' },
      { ...ours, name: 'Gina Graduate', isArchived: true },
      { schoolId: school.id, name: 'Otto Other', classYear: 2000 },
    ])
    .execute();
  const admin = await addPerson(database, { name: 'Ada Admin', roles: { [school.id]: 'admin' } });
  const calls = callsAs(server(), admin);
  const ballot = { source: 'typed', comments: {}, tabMargin: null } as const;
  await calls.keptBallots.keep({
    ...ballot,
    schoolId: school.id,
    id: randomUUID(),
    roundId,
    number: 2,
    judge: '',
    ranks: { attorney: [], witness: [] },
    scores: { ...scoresOf(8), pOpen: 10, dWCross1: 5, dDirect1: 9 },
  });
  const person = role === 'admin' ? admin : await addPerson(database, { roles: { [school.id]: role } });
  const show = () => open(`/season/rounds/${roundId}`, person);
  const lineUp = async () => (await calls.rounds.lineUps({ schoolId: school.id, season })).rows[0]!;
  return { school, roundId, owner, calls, show, lineUp };
}
