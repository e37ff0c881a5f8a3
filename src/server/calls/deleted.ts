import { sql } from 'kysely';
import type { Deleted, DeletedSubject, Restored } from '#contract/deleted.ts';
import { api, type Refusals } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { holdSeason, holdSeasonsOfDeleted } from '../season/season-lock.ts';

/** The undo of an import can delete 2,000 records, and must not hide what was deleted before. */
const MAX_SHOWN = 10_000;

const deletedOf = (tx: Tx, subjects: readonly DeletedSubject[]) =>
  tx
    .selectFrom('deletedRecords')
    .select(['recordId as id', 'subject', 'label', 'byName as by', 'deletedAt as at', 'wentWith'])
    // One of the days may have 25 hours.
    .select(
      sql<number>`least(30, ceil(extract(epoch from deleted_at + interval '30 days' - now()) / 86400))::int`.as(
        'daysLeft',
      ),
    )
    .where('subject', 'in', subjects)
    .orderBy('deletedAt', 'desc')
    .orderBy('recordId')
    .limit(MAX_SHOWN);

type Found = Awaited<ReturnType<ReturnType<typeof deletedOf>['execute']>>[number];

const shown = ({ wentWith: went, ...row }: Found): Deleted => ({
  ...row,
  alsoDeleted: {
    assignments: went.usersSchools ?? 0,
    // A deleted team is one of the rows itself.
    teams: (went.teams ?? 0) - Number(row.subject === 'team'),
    students: (went.students ?? 0) - Number(row.subject === 'student'),
    tournaments: (went.tournaments ?? 0) - Number(row.subject === 'tournament'),
    rounds: went.rounds ?? 0,
    ballots: went.keptBallots ?? 0,
    witnesses: went.witnesses ?? 0,
  },
});

/** What to do about the other record that has what this one had. */
const TAKEN = {
  'name taken': (other: string) => `There is another “${other}” now. Rename or delete that one first.`,
  'email taken': (other: string) => `Another user has the email address ${other} now. Change that first.`,
  'person taken': (other: string) => `This student’s account belongs to “${other}” now. Change that first.`,
  'number taken': (other: string) => `There is another “${other}” now. Delete that one first.`,
};
type Outcome = {
  outcome: 'restored' | 'missing' | 'needs another' | 'needs school' | 'taken' | keyof typeof TAKEN;
  needed: string | null;
};

type Asked<Codes extends string> = { input: { id: string }; context: { tx: Tx }; errors: Refusals<Codes> };

async function restore({
  input: { id },
  context: { tx },
  errors,
}: Asked<'NOT_FOUND' | 'NEEDS_ANOTHER' | 'NEEDS_SCHOOL' | 'TAKEN'>): Promise<Restored> {
  await holdSeasonsOfDeleted(tx, id);
  const { rows } = await sql<Outcome>`select outcome, needed from restore_deleted(${id}::uuid)`.execute(tx);
  const [{ outcome, needed } = { outcome: 'missing', needed: null }] = rows;
  if (outcome === 'needs another') throw errors.NEEDS_ANOTHER({ message: `Restore “${needed}” first.` });
  if (outcome === 'needs school') throw errors.NEEDS_SCHOOL();
  if (outcome === 'restored') return { by: null };
  if (outcome !== 'missing')
    throw errors.TAKEN(outcome === 'taken' || needed === null ? undefined : { message: TAKEN[outcome](needed) });
  const before = await sql<Restored>`select by_name as by from restored_by(${id}::uuid)`.execute(tx);
  if (!before.rows[0]) throw errors.NOT_FOUND();
  return before.rows[0];
}

const forget = ({ input: { id: recordId }, ...asked }: Asked<'NOT_FOUND'>): Promise<void> =>
  deletes('deletedRecords')({ input: { recordId }, ...asked });

const { deletedRecords: records, deletedEntries: entries } = api;

export const deletedRecords = {
  list: records.list.handler(async ({ input: { subject }, context: { tx } }) => {
    const found = await deletedOf(tx, [subject]).execute();
    return found.map(shown);
  }),
  restore: records.restore.handler(restore),
  deleteForGood: records.deleteForGood.handler(forget),
};
export const deletedEntries = {
  inSchool: entries.inSchool.handler(async ({ input: { schoolId }, context: { tx } }) => {
    const ofSchool = deletedOf(tx, ['team', 'student', 'tournament', 'import']).where('schoolId', '=', schoolId);
    const found = await ofSchool.execute();
    return found.map(shown);
  }),
  restore: entries.restore.handler(restore),
  deleteForGood: entries.deleteForGood.handler(async (asked) => {
    // A student's name is deleted from the comments on ballots, too.
    await holdSeason(asked.context.tx, asked.input.schoolId);
    await forget(asked);
  }),
};
