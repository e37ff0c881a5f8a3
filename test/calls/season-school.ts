// World: a school that keeps ballots, and small files of ballots to import.
import { randomUUID } from 'node:crypto';
import type { Calls } from '#contract/index.ts';
import { seasonOf } from '#contract/seasons.ts';
import type { InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

export const SEASON = seasonOf(new Date());
export const HEADER = 'season,tournament,round,side,ballot,judge,part,student,kind,score,team';

/** The other details of a ballot that has only scores. */
export const DETAILS = {
  comments: {},
  ranks: { attorney: [], witness: [] },
  tabMargin: null,
  source: 'typed' as const,
};

/** The Primary Admin of schools that keep ballots. */
export const KEEPER = 'Kim Keeper';

/** A school that keeps ballots, and its Primary Admin's calls. */
export async function keepingSchool(product: InProcess) {
  const school = await addSchool(product.database, `School ${randomUUID()}`);
  const calls = callsAs(
    product,
    await addPerson(product.database, { name: KEEPER, roles: { [school.id]: 'primary' } }),
  );
  await calls.seasonBook.change({ schoolId: school.id, version: 0, changed: { keepsBallots: true } });
  return { schoolId: school.id, calls, school };
}

export const fileOf = (text: string, name = 'season.csv'): File => new File([text], name);
export const lineFor = (
  round: string,
  ballot: number,
  part: string,
  student: string,
  score: number,
  side = 'p',
  kind = 'speech',
) => `${SEASON},Harvest,${round},${side},${ballot},Rowe,${part},${student},${kind},${score},A Team`;
export const smallFile = (...lines: string[]): File => fileOf([HEADER, ...lines].join('\n'));

type Of = { schoolId: string; tournamentId: string; teamId: string };
export const addRound = (calls: Calls, of: Of & { number?: number; side?: 'p' | 'd'; opponentTeamId?: string }) =>
  calls.rounds.add({
    id: randomUUID(),
    number: 1,
    side: 'p',
    opponent: '',
    outcome: 'played',
    caseId: null,
    ...of,
  });
