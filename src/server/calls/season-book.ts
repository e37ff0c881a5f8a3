import { sql } from 'kysely';
import { book, type SeasonBook } from '#contract/season-book.ts';
import { round } from '#contract/rounds.ts';
import { NOTICE_DAYS } from '#contract/seasons.ts';
import { api } from '../api.ts';
import { isOneOf, valueOf, type Tx } from '../database/database.ts';
import { countsOf } from '../database/listing.ts';
import { columnsOf, recordsOf } from '../database/records.ts';
import { deleteBook } from '../season/keep-until.ts';
import { ballotTotalsOf } from '../season/kept-ballot.ts';
import { idsOf } from '../season/round.ts';
import { holdSeason } from '../season/season-lock.ts';
import { withSheet } from '../season/sheet-of.ts';

const key = { schoolId: 'schoolId' };
const records = recordsOf({ table: 'seasonBooks', subject: 'seasonBook', answer: book, key });
const UNTOUCHED: SeasonBook = { keepsBallots: false, keepUntil: null, sharesCards: false, version: 0 };

export const ofSchool = api.seasonBook.ofSchool.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const finding = tx.selectFrom('schools').select('id').where('id', '=', schoolId);
  const [found, school] = await Promise.all([records.find(tx, { schoolId }), finding.executeTakeFirst()]);
  return found ?? (school ? UNTOUCHED : null);
});

/** People's calendars may be a day ahead of the server's. */
const isTooSoon = (tx: Tx, day: string): Promise<boolean> =>
  valueOf(tx, sql`${day}::date < (now() at time zone 'UTC')::date + ${NOTICE_DAYS - 1}::integer`);

export const change = api.seasonBook.change.handler(async ({ input, context, errors }) => {
  const { schoolId, version, changed } = input;
  const { tx } = context;
  if (changed.keepUntil != null && (await isTooSoon(tx, changed.keepUntil))) throw errors.TOO_SOON();
  const inserted =
    version === UNTOUCHED.version &&
    (await tx
      .insertInto('seasonBooks')
      .values({ schoolId, ...changed })
      .onConflict((conflict) => conflict.column('schoolId').doNothing())
      .returning(records.columns)
      .executeTakeFirst());
  return inserted || records.update({ input, context, errors });
});

export const seasons = api.seasonBook.seasons.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const rows = await tx
    .selectFrom('tournaments')
    .select('season')
    .distinct()
    .where('schoolId', '=', schoolId)
    .where('schoolId', 'in', sql<string>`(select app_schools())`)
    .orderBy('season', 'desc')
    .execute();
  return rows.map(({ season }) => season);
});

export const season = api.seasonBook.season.handler(async ({ input: { schoolId, season: name }, context: { tx } }) => {
  const tournaments = await tx
    .selectFrom('tournaments')
    .leftJoin('cases', 'cases.id', 'tournaments.caseId')
    .select(['tournaments.id', 'tournaments.name', 'season', 'startsOn', 'endsOn', 'place', 'caseId'])
    .select(['cases.name as caseName', 'tournaments.version', 'sheetId', 'sheetEdition'])
    .where('tournaments.schoolId', '=', schoolId)
    .where('season', '=', name)
    // Super admins may read the list of tournaments, but not the season book.
    .where('tournaments.schoolId', 'in', sql<string>`(select app_schools())`)
    .orderBy('startsOn')
    .orderBy('tournaments.sortName')
    .execute();
  const rounds = await tx
    .selectFrom('rounds')
    .select(columnsOf(round))
    .where('schoolId', '=', schoolId)
    .where(isOneOf('tournamentId', idsOf(tournaments)))
    .orderBy('number')
    .orderBy('side', 'desc')
    .orderBy('id')
    .execute();
  const ballots = await ballotTotalsOf(tx, schoolId)
    .where(isOneOf('roundId', idsOf(rounds)))
    .orderBy('number')
    .execute();
  return { tournaments: tournaments.map(withSheet), rounds, ballots: ballots.map(withSheet) };
});

export const deletionImpact = api.seasonBook.deletionImpact.handler(({ input: { schoolId }, context: { tx } }) => {
  const count = countsOf(tx, schoolId);
  return tx.selectNoFrom([count('rounds').as('rounds'), count('keptBallots').as('ballots')]).executeTakeFirstOrThrow();
});

export const deleteEverything = api.seasonBook.deleteEverything.handler(async ({ input, context: { tx } }) => {
  const { schoolId } = input;
  // When a book is deleted, what deleted records have kept of it is deleted too. Rounds may be there without a book.
  await sql`insert into season_books (school_id) select ${schoolId}::uuid where exists (select from deleted_records
  where school_id = ${schoolId} and went_with ?| array['rounds', 'kept_ballots', 'saved_line_ups', 'season_imports'])
  on conflict do nothing`.execute(tx);
  await holdSeason(tx, schoolId);
  await deleteBook(tx, schoolId);
});
