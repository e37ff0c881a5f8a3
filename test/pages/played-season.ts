// World: a school that keeps ballots, six students, a case with witnesses, and a season of rounds with two judges each.
import { randomUUID } from 'node:crypto';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { maxRanks } from '#ballot/sheet/ranks.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import { PARTS, type Part } from '#metrics/scores.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { Database } from '#server/database/database.ts';
import { PERSON } from '#test/metrics/simulated-season.ts';
import type { TestDatabase } from '../database.ts';
import { addPerson, addSchool } from '../people.ts';

/** The season that the pages open. */
export const SEASON = seasonOf(new Date());
export const YEAR = Number(SEASON.slice(0, 4));
const NAMES = ['Ann Abara', 'Ben Birch', 'Cleo Cheng', 'Dan Dorsey', 'Eve Ekwueme', 'Finn Fonseca'] as const;

type Wanted = { rounds?: number; onSheet?: (round: number) => Sheet };

export const playedSeason = (database: TestDatabase, wanted?: Wanted) =>
  wanted === undefined ? database.resetTo(addPlayedSeason) : addPlayedSeason(database, wanted);

async function addPlayedSeason(database: Database, { rounds = 4, onSheet = () => COLLEGE_28 }: Wanted = {}) {
  const { owner } = database;
  const school = await addSchool(database, 'Home School');
  const schoolId = school.id;
  await owner.deleteFrom('students').where('schoolId', '=', schoolId).execute();
  await owner.insertInto('seasonBooks').values({ schoolId, keepsBallots: true }).execute();
  const staff = await addPerson(database, { name: 'Sam Staff', roles: { [schoolId]: 'admin' } });
  const ann = await addPerson(database, { name: 'Ann Abara', roles: { [schoolId]: 'viewer' } });
  const viewer = await addPerson(database, { name: 'Vera Viewer', roles: { [schoolId]: 'viewer' } });
  const students = NAMES.map((name, index) => ({
    id: randomUUID(),
    schoolId,
    name,
    teamId: school.teamId,
    userId: index === 0 ? ann.userId : null,
    classYear: index === 1 ? YEAR : YEAR + 2,
  }));
  const rest = [
    { ...students[2]!, id: randomUUID(), name: 'Gia Garza' },
    { ...students[2]!, id: randomUUID(), name: 'Hugo Hollis', isArchived: true },
  ];
  for (const student of [...students, ...rest]) await owner.insertInto('students').values(student).execute();
  const { id: caseId } = await owner
    .insertInto('cases')
    .values({ name: 'State v. Doe', year: 2026, type: 'criminal' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [reyes, okafor] = [randomUUID(), randomUUID()];
  await owner
    .insertInto('witnesses')
    .values([
      { id: reyes, caseId, name: 'Dr. Reyes', side: 's', type: 'expert' },
      { id: okafor, caseId, name: 'Officer Okafor', side: 'p', type: 'police/investigator' },
    ])
    .execute();
  const tournaments = [];
  for (const [name, startsOn] of [
    ['Cedar Invitational', `${YEAR}-10-03`],
    ['Winter Regional', `${YEAR + 1}-02-06`],
  ] as const) {
    const added = await owner
      .insertInto('tournaments')
      .values({ schoolId, name, season: SEASON, startsOn, caseId })
      .returning('id')
      .executeTakeFirstOrThrow();
    tournaments.push(added.id);
  }
  for (let index = 0; index < rounds; index += 1) {
    const side = index % 2 === 0 ? 'p' : 'd';
    const { id: roundId } = await owner
      .insertInto('rounds')
      .values({
        schoolId,
        tournamentId: tournaments[index % 2]!,
        teamId: school.teamId,
        number: index + 1,
        side,
        opponent: '1204',
        outcome: 'played',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The first witness is Dr. Reyes in all rounds; Officer Okafor is crossed in the first round only.
    const witnessOf = (part: Part) => (part === 'witness1' ? reyes : part === 'cross2' && index === 0 ? okafor : null);
    await owner
      .insertInto('roundParts')
      .values(
        PARTS.map((part) => ({
          schoolId,
          roundId,
          part,
          studentId: students[PERSON[part]]!.id,
          witnessId: witnessOf(part),
        })),
      )
      .execute();
    const sheet = onSheet(index);
    for (const number of [1, 2]) {
      const ballotId = randomUUID();
      const ballot = {
        id: ballotId,
        schoolId,
        roundId,
        number,
        judge: `Judge ${index} ${number}`,
        source: 'typed',
        sheetId: sheet.id,
        sheetEdition: sheet.version,
      } as const;
      await owner.insertInto('keptBallots').values(ballot).execute();
      await owner
        .insertInto('ballotScores')
        .values({
          ballotId,
          schoolId,
          // Our side gets an 8 and theirs a 7 everywhere; the first opening gets a 10 from the first judge.
          scores: {
            ...Object.fromEntries(cellsOf(sheet).map((cell) => [cell.key, cell.side === side ? 8 : 7])),
            ...(index === 0 && number === 1 && { pOpen: 10 }),
          },
          comments: index === 0 && number === 1 ? { [`${side} open`]: 'Clear theme.' } : {},
          ranks:
            index === 0 && number === 1 && maxRanks(sheet, 'witness') > 0
              ? { attorney: [null, students[0]!.id], witness: [students[3]!.id] }
              : { attorney: [], witness: [] },
        })
        .execute();
    }
  }
  return { schoolId, staff, ann, viewer, students, gia: rest[0]!, hugo: rest[1]!, tournaments, caseId };
}
