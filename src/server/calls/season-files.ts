import { sql } from 'kysely';
import type { ImportChoices, Undone } from '#contract/season-files.ts';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { isSameSheet, refOf } from '#ballot/sheet/sheet.ts';
import { columnsFor } from '#season-files/columns.ts';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import { api, type DataContext, type Refusals } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { storedBallotsOf } from '../season/file-ballots.ts';
import { fileThreads } from '../season/file-threads.ts';
import { holdRounds, planFor, readyToPlan, writePlan } from '../season/import.ts';
import { holdSeason, shareSeason } from '../season/season-lock.ts';
import { sheetsOfSchool } from '../season/sheet-of.ts';

const NO_SHEET = 'Your school has no such score sheet for rounds. It may have been deleted. Choose the file again.';

type Asked = {
  input: { schoolId: string; file: File; choices: ImportChoices };
  context: Pick<DataContext, 'before' | 'actor'>;
  errors: Refusals<'UNREADABLE_FILE'>;
};

/** Reads a file on a worker thread, before the transaction that plans with it begins. */
async function read({ input: { schoolId, file, choices }, context: { before, actor }, errors }: Asked) {
  const { userId } = await actor();
  const sheets = await before((tx) => sheetsOfSchool(tx, schoolId, choices));
  const { mapping, tournament, team, season, sheet } = choices;
  // With another sheet, the same columns could mean other scores.
  if (sheet && !(sheets[0] && isSameSheet(sheets[0], sheet))) throw errors.UNREADABLE_FILE({ message: NO_SHEET });
  const bytes = new Uint8Array(await file.arrayBuffer());
  const upload = { name: file.name, bytes, mapping, facts: { tournament, team, season }, sheets };
  const reading = fileThreads.read(userId ?? '', upload).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? errors.UNREADABLE_FILE({ message: error.message }) : error;
  });
  const [found] = await Promise.all([reading, readyToPlan()]);
  return { found, sheets, userId };
}

const MAX_FILE_NAME = 200;

export const preview = api.seasonFiles.preview.handler(async ({ input, context, errors }) => {
  const { found, sheets } = await read({ input, context, errors });
  const plan = await planFor(context.tx, input.schoolId, found, input.choices.students);
  const { format, columns, problems, missing } = found;
  return {
    ...plan,
    format,
    columns: columns && { ...columns, choices: columnsFor(sheets.slice(0, 1)), sheet: refOf(sheets[0] ?? COLLEGE_28) },
    problems,
    missing,
    joins: plan.joins.map(({ label }) => label),
  };
});

export const run = api.seasonFiles.run.handler(async ({ input, context, errors }) => {
  const { schoolId, id, file, choices } = input;
  const { tx, reportProgress } = context;
  const { found, userId } = await read({ input, context, errors });
  // Half a file would look like a whole one.
  const [problem] = found.problems;
  if (problem) throw errors.UNREADABLE_FILE({ message: `Line ${problem.line}: ${problem.message}` });
  await shareSeason(tx, schoolId);
  await holdRounds(tx, schoolId);
  const importOf = { schoolId, importId: id, userId };
  const plan = await planFor(tx, schoolId, found, choices.students, importOf);
  if (plan.adds.ballots + plan.filledRounds.length + plan.joins.length === 0) {
    // The person sends it again because the answer was lost.
    const isDone = await tx.selectFrom('seasonImports').select('id').where('id', '=', id).executeTakeFirst();
    if (isDone) return plan.adds;
    throw errors.NOTHING_NEW();
  }
  const fileName = file.name.replaceAll('\0', '').slice(0, MAX_FILE_NAME).toWellFormed() || 'file';
  const report = (percent: number) => reportProgress(schoolId, id, percent);
  await writePlan(tx, { ...importOf, fileName }, plan, report);
  return plan.adds;
});

export const imports = api.seasonFiles.imports.handler(({ input: { schoolId }, context: { tx } }) =>
  tx
    .selectFrom('seasonImports')
    .leftJoin('users', 'users.id', 'byId')
    .select(['seasonImports.id', 'fileName', 'users.name as by', 'seasonImports.createdAt as at'])
    .select(sql<number>`(select count(*) from kept_ballots where import_id = season_imports.id)`.as('ballots'))
    .where('seasonImports.schoolId', '=', schoolId)
    .orderBy('seasonImports.createdAt', 'desc')
    .execute(),
);

type Found = {
  deleted: Undone['deleted'] | null;
  names: Partial<Undone['names']>;
  kept: Undone['kept'];
};

/** Undoes what an import has added, except what somebody has changed or used since. The database keeps what it deletes for 30 days. */
async function undoImport(
  tx: Tx,
  { schoolId, id }: { schoolId: string; id: string },
  errors: Refusals<'NOT_FOUND'>,
): Promise<Undone> {
  await holdSeason(tx, schoolId);
  const { rows } = await sql<Found>`select deleted, names, kept
    from undo_import(${schoolId}::uuid, ${id}::uuid)`.execute(tx);
  const { deleted, names, kept } = rows[0] ?? {};
  if (!deleted || !kept) throw errors.NOT_FOUND();
  return { deleted, names: { tournaments: [], teams: [], students: [], ...names }, kept };
}

export const undoImpact = api.seasonFiles.undoImpact.handler(async ({ input, context: { tx }, errors }) => {
  // Runs the undo itself and rolls it back, so that the preview and the undo agree.
  await sql`savepoint before_undo`.execute(tx);
  const impact = await undoImport(tx, input, errors);
  await sql`rollback to savepoint before_undo`.execute(tx);
  return impact;
});

export const undo = api.seasonFiles.undo.handler(({ input, context: { tx }, errors }) => undoImport(tx, input, errors));

const TYPES = { tidy: 'csv', wide: 'csv', json: 'json', xlsx: 'xlsx' } as const;
const MEDIA = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export const download = api.seasonFiles.download.handler(async ({ input, context: { tx, actor } }) => {
  const { schoolId, season, format } = input;
  const stored = await storedBallotsOf(tx, schoolId, season);
  const sheets = await sheetsOfSchool(tx, schoolId);
  const bytes = await fileThreads.write((await actor()).userId ?? '', format, stored, sheets);
  const type = TYPES[format];
  return new File([bytes as Uint8Array<ArrayBuffer>], `courtside-${season ?? 'all-seasons'}.${type}`, {
    type: MEDIA[type],
  });
});
