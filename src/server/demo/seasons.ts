// Two seasons of one demo school. The scores are drawn from the variances of a real program (docs/metrics.md), so the demo shows
// honest intervals and no invented trends.
import { randomUUID } from 'node:crypto';
import { SCORE_FIELDS, type Side } from '#ballot/form.ts';
import { seasonAfter, seasonOf } from '#contract/seasons.ts';
import { cellOf, otherSide, PARTS, roleOf, type CollegePart, type Kind } from '#metrics/scores.ts';
import type { KeptScores } from '#contract/kept-ballots.ts';
import { PRIORS } from '#metrics/season-model.ts';
import type { Tx } from '../database/database.ts';
import { insertAll, type RowOf } from '../database/insert-all.ts';
import { dice } from './names.ts';

const SEED = 72;
const MEANS: Record<Kind, number> = { speech: 8.4, direct: 8.07, cross: 8.14 };
const JUDGES = ['Amara Osei', 'Benedikt Rowe', 'Carmen Villalobos', 'Dmitri Wójcik', 'Esther Okafor', 'Finn O’Leary'];
const ROUNDS = 4;
const JUDGES_PER_ROUND = 2;
const DAY_MS = 86_400_000;

/** Three attorneys and three witnesses, by their place in the line-up. */
const PLACES: Record<CollegePart, number> = {
  open: 0,
  direct1: 0,
  cross2: 0,
  direct2: 1,
  cross3: 1,
  direct3: 2,
  cross1: 2,
  close: 2,
  witness1: 3,
  witness2: 4,
  witness3: 5,
};
const SQUAD = 6;

type Squad = { teamId: string; studentIds: string[] };

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const later = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);

/** Of the last season all tournaments are over; of the current one two are, and one is ahead. */
function tournamentsAt(today: Date) {
  const season = seasonOf(today);
  const last = seasonAfter(season, -1);
  const start = new Date(`${season.slice(0, 4)}-07-01T12:00:00Z`);
  const at = (name: string, place: string, of: string, date: Date, isPlayed = true) => ({
    id: randomUUID(),
    name,
    place,
    season: of,
    startsOn: dayOf(date),
    endsOn: dayOf(later(date, 1)),
    isPlayed,
  });
  const lastOctober = new Date(`${last.slice(0, 4)}-10-11T12:00:00Z`);
  const soFar = (days: number): Date =>
    new Date(Math.max(later(start, 60 - days).getTime(), later(today, -days).getTime()));
  return [
    at('Harvest Invitational', 'Maple Hollow', last, lastOctober),
    at('Frostbite Classic', 'Northfield', last, later(lastOctober, 42)),
    at('Regional at Granite State', 'Granite City', last, later(lastOctober, 119)),
    at('Harvest Invitational', 'Maple Hollow', season, soFar(45)),
    at('Lakeside Scrimmage', 'Lakeside', season, soFar(17)),
    at('Frostbite Classic', 'Northfield', season, later(today, 34), false),
  ];
}

/** Adds the seasons to a school that has a team and students. `userId` signs in as one of the students. */
export async function makeDemoSeasons(tx: Tx, schoolId: string, userId: string, today: Date): Promise<void> {
  const roll = dice(SEED);
  const uniform = (): number => (roll(1_000_000) + 0.5) / 1_000_000;
  const draw = (variance: number): number =>
    Math.sqrt(-2 * variance * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const squads = await makeSquads(tx, schoolId, userId);
  const { id: caseId } = await tx
    .selectFrom('cases')
    .select('id')
    .where('isActive', '=', true)
    .orderBy('year', 'desc')
    .executeTakeFirstOrThrow();
  const witnesses = await tx.selectFrom('witnesses').select(['id', 'side']).where('caseId', '=', caseId).execute();
  const calledBy = (side: Side): string[] =>
    witnesses.filter((witness) => witness.side === side || witness.side === 's').map(({ id }) => id);

  const { userId: keptBy } = await tx
    .selectFrom('usersSchools')
    .select('userId')
    .where('schoolId', '=', schoolId)
    .where('role', '=', 'primary')
    .executeTakeFirstOrThrow();

  const tournaments = tournamentsAt(today);
  const rounds: RowOf<'rounds'>[] = [];
  const parts: RowOf<'roundParts'>[] = [];
  const ballots: RowOf<'keptBallots'>[] = [];
  const scores: RowOf<'ballotScores'>[] = [];
  // What lasts of a student in a role.
  const lasting = new Map<string, number>();
  const effectOf = (studentId: string, role: string): number => {
    const key = `${studentId} ${role}`;
    const effect = lasting.get(key) ?? draw(PRIORS.student);
    lasting.set(key, effect);
    return effect;
  };

  for (const { id: tournamentId, isPlayed } of tournaments) {
    if (!isPlayed) continue;
    for (const { teamId, studentIds } of squads) {
      for (let number = 1; number <= ROUNDS; number += 1) {
        const side: Side = number % 2 === 1 ? 'p' : 'd';
        const roundId = randomUUID();
        const opponent = String(1000 + roll(900));
        rounds.push({ id: roundId, schoolId, tournamentId, teamId, number, side, opponent, caseId });
        const who = (part: CollegePart): string => studentIds[(PLACES[part] + (side === 'd' ? 1 : 0)) % SQUAD] ?? '';
        for (const part of PARTS) {
          const n = Number(part.slice(-1)) - 1;
          const on = part.startsWith('witness')
            ? calledBy(side)
            : part.startsWith('cross')
              ? calledBy(otherSide(side))
              : [];
          const witnessId = on[(n + number) % 4] ?? null;
          parts.push({ roundId, part, schoolId, studentId: who(part), witnessId });
        }
        const day = new Map(studentIds.map((id) => [id, draw(PRIORS.studentInRound)]));
        const opponents = draw(PRIORS.opponent);
        const firstJudge = roll(JUDGES.length);
        for (let judge = 1; judge <= JUDGES_PER_ROUND; judge += 1) {
          const ballotId = randomUUID();
          const generosity = draw(PRIORS.ballot);
          const given = SCORE_FIELDS.map((field) => {
            const cell = cellOf(field);
            const studentId = who(cell.part);
            const ours =
              cell.side === side
                ? (day.get(studentId) ?? 0) + effectOf(studentId, roleOf(cell.part, cell.kind))
                : opponents;
            const score = MEANS[cell.kind] + generosity + ours + draw(PRIORS.rest);
            return [field, Math.min(10, Math.max(0, Math.round(score)))];
          });
          ballots.push({
            id: ballotId,
            schoolId,
            roundId,
            number: judge,
            judge: JUDGES[(firstJudge + judge) % JUDGES.length] ?? '',
            source: 'typed',
            keptBy,
          });
          scores.push({ ballotId, schoolId, scores: Object.fromEntries(given) as KeptScores });
        }
      }
    }
  }
  await tx.insertInto('seasonBooks').values({ schoolId, keepsBallots: true }).execute();
  const tournamentRows = tournaments.map(({ isPlayed: _isPlayed, ...row }) => ({ ...row, schoolId, caseId }));
  await insertAll(tx, 'tournaments', tournamentRows);
  await insertAll(tx, 'rounds', rounds);
  await insertAll(tx, 'roundParts', parts);
  await insertAll(tx, 'keptBallots', ballots);
  await insertAll(tx, 'ballotScores', scores);
}

/** Two teams of six, from the students that the school has. */
async function makeSquads(tx: Tx, schoolId: string, userId: string): Promise<Squad[]> {
  const { name } = await tx.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirstOrThrow();
  await tx.insertInto('students').values({ schoolId, name, userId }).execute();
  await tx.insertInto('teams').values({ schoolId, name: 'B Team' }).execute();
  const inOrder = (table: 'teams' | 'students') => tx.selectFrom(table).select('id').where('schoolId', '=', schoolId);
  const teams = await inOrder('teams').orderBy('sortName').limit(2).execute();
  const students = await inOrder('students').orderBy('userId').orderBy('sortName').execute();
  const squads = teams.map(({ id: teamId }, index) => ({
    teamId,
    studentIds: students.slice(index * SQUAD, (index + 1) * SQUAD).map(({ id }) => id),
  }));
  for (const { teamId, studentIds } of squads)
    await tx.updateTable('students').set({ teamId }).where('id', 'in', studentIds).execute();
  return squads;
}
