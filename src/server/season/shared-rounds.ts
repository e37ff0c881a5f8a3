// A round between two of the school's own teams is two rows, one per team: the D side's names the P side's, which has the
// ballots of both. Number, case, side and outcome of one follow from the other's.
import { sql } from 'kysely';
import type { Round } from '#contract/rounds.ts';
import { otherSide } from '#metrics/scores.ts';
import type { Refusals } from '../api.ts';
import type { Tx } from '../database/database.ts';

const OTHER_OUTCOME = {
  played: 'played',
  bye: 'bye',
  'forfeit won': 'forfeit lost',
  'forfeit lost': 'forfeit won',
} as const;

const mirrored = ({ number, caseId, side, outcome }: Pick<Round, 'number' | 'caseId' | 'side' | 'outcome'>) => ({
  number,
  caseId,
  side: otherSide(side),
  outcome: OTHER_OUTCOME[outcome],
});

type OfSchool = { schoolId: string; id: string };
type Half = Pick<Round, 'id' | 'side'>;

/** Makes two rounds of one number one round. The ballots of both are with the P side's from then on. */
export async function share(tx: Tx, schoolId: string, one: Half, other: Half): Promise<void> {
  const [p, d] = one.side === 'p' ? [one, other] : [other, one];
  const joined = await tx
    .updateTable('rounds')
    .set({ sharedWith: p.id })
    .where('schoolId', '=', schoolId)
    .where('id', '=', d.id)
    .where('sharedWith', 'is', null)
    .executeTakeFirst();
  if (joined.numUpdatedRows === 1n) await moveBallots(tx, { schoolId, id: d.id }, p);
}

/** Adds the other team's side of a round, unless it is there, and joins both. */
export async function joinOtherTeam(
  tx: Tx,
  schoolId: string,
  own: Round,
  otherTeamId: string,
  errors: Refusals<'MEETS_ANOTHER'>,
): Promise<void> {
  const { tournamentId, number } = own;
  await tx
    .insertInto('rounds')
    .values({ schoolId, tournamentId, teamId: otherTeamId, opponent: '', ...mirrored(own) })
    .onConflict((conflict) => conflict.columns(['tournamentId', 'teamId', 'number']).doNothing())
    .execute();
  const other = await tx
    .selectFrom('rounds')
    .select(['id', 'side'])
    .where('schoolId', '=', schoolId)
    .where('tournamentId', '=', tournamentId)
    .where('teamId', '=', otherTeamId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const [p, d] = own.side === 'p' ? [own, other] : [other, own];
  const another = await tx
    .selectFrom('rounds')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`(shared_with = ${p.id} and id <> ${d.id} or shared_with <> ${p.id} and id = ${d.id})`)
    .executeTakeFirst();
  if (other.side === own.side || another) throw errors.MEETS_ANOTHER();
  await share(tx, schoolId, own, other);
}

/** The other team's round, if the school's own two teams met. Both are locked, so that two people can't change one each. */
export async function otherTeamsRound(tx: Tx, { schoolId, id }: OfSchool): Promise<Half | undefined> {
  const both = await tx
    .selectFrom('rounds')
    .select(['id', 'side'])
    .where('schoolId', '=', schoolId)
    .where(sql<boolean>`(${id} in (id, shared_with) or id = (select shared_with from rounds own where own.id = ${id}))`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return both.find((round) => round.id !== id);
}

/** Changes the other team's round as one was changed. If they change sides, the ballots move to the new P side's. */
export async function updateOtherTeams(tx: Tx, schoolId: string, own: Round, other: Half): Promise<void> {
  const changesSide = other.side === own.side;
  // At no time are they two rounds: comments would turn with each.
  const sharedWith = own.side === 'p' ? own.id : null;
  await tx
    .updateTable('rounds')
    .set({ ...mirrored(own), ...(changesSide && { sharedWith }) })
    .where('schoolId', '=', schoolId)
    .where('id', '=', other.id)
    .execute();
  if (!changesSide) return;
  if (sharedWith !== null) await moveBallots(tx, { schoolId, id: other.id }, own);
  else await share(tx, schoolId, own, { id: other.id, side: 'p' });
}

/** The ballots of two own teams are those of both: also when the round that has them is deleted, or no longer the P side's. */
export async function moveBallots(tx: Tx, { schoolId, id }: OfSchool, other: Pick<Half, 'id'>): Promise<void> {
  await tx
    .updateTable('keptBallots')
    .set({ roundId: other.id })
    .where('schoolId', '=', schoolId)
    .where('roundId', '=', id)
    .execute();
}
