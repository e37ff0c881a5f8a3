// A kept ballot as answers have it: its totals for members, and everything for staff.
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tx } from '../database/database.ts';
import { withSheet } from './sheet-of.ts';

/** Statements that read the totals of a school's ballots. */
export const ballotTotalsOf = (tx: Tx, schoolId: string) =>
  tx
    .selectFrom('keptBallots')
    .where('keptBallots.schoolId', '=', schoolId)
    .select(['keptBallots.id', 'roundId', 'number', 'judge', 'source', 'tabMargin', 'pTotal', 'dTotal', 'unread'])
    .select([sql<boolean>`checked_at is not null`.as('isCheckedByTwo'), 'keptBallots.version'])
    .select(['sheetId', 'sheetEdition']);

/** Statements that read whole ballots. Row security returns none to anyone but staff. */
export const wholeBallots = (tx: Tx, schoolId: string) =>
  ballotTotalsOf(tx, schoolId)
    .innerJoin('ballotScores', 'ballotScores.ballotId', 'keptBallots.id')
    .leftJoin('users as keeper', 'keeper.id', 'keptBy')
    .leftJoin('users as checker', 'checker.id', 'checkedBy')
    .select(['scores', 'comments', 'ranks', 'keeper.name as keptBy', 'checker.name as checkedBy'])
    .select('handedOver as isHandedOver')
    // Somebody else has to confirm the rest after a check by the person who reads.
    .select(
      sql<boolean>`checked_at is null and count_own_scores(kept_ballots) < count_scores(kept_ballots) and checked_by is distinct from app_user_id()`.as(
        'mayCheck',
      ),
    )
    .select((row) =>
      jsonArrayFrom(
        row
          .selectFrom('scoreCorrections')
          .leftJoin('users as corrector', 'corrector.id', 'byId')
          .select(['scoreCorrections.id', 'field', 'before', 'after', 'reason', 'corrector.name as by', 'at'])
          .whereRef('scoreCorrections.ballotId', '=', 'keptBallots.id')
          .orderBy('at')
          .orderBy('scoreCorrections.id'),
      ).as('corrections'),
    );

type Whole = Awaited<ReturnType<ReturnType<typeof wholeBallots>['execute']>>[number];

/** A row as answers have it. JSON has no dates. */
export const wholeBallot = ({ corrections, ...ballot }: Whole) => ({
  ...withSheet(ballot),
  corrections: corrections.map(({ at, ...correction }) => ({ ...correction, at: new Date(at) })),
});
