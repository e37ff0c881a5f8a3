import type { ImportChoices } from '#contract/season-files.ts';
import { MAX_IMPORTED } from '#contract/season-files.ts';
import { seasonOf } from '#contract/seasons.ts';
import { COLUMNS } from '#season-files/columns.ts';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import { compareStudents } from '#season-files/same-student.ts';
import type { SeasonFile } from '#season-files/season-file.ts';
import { api } from '../api.ts';
import { isForbidden } from '../database/errors.ts';
import { refusingFull } from '../database/records.ts';
import { fileBallotsOf } from '../season/file-ballots.ts';
import { fileThreads } from '../season/file-threads.ts';
import { countsOf, type Chosen } from '../season/import-plan.ts';
import { holdRounds, planFor, studentNames, writePlan } from '../season/import.ts';
import { holdSeason, shareSeason } from '../season/season-lock.ts';
import { undoImport } from '../season/undo-import.ts';

type Unreadable = { UNREADABLE_FILE(options: { message: string }): Error };

/** Reads a file on a worker thread. */
async function read(file: File, { mapping }: ImportChoices, errors: Unreadable): Promise<SeasonFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const found = await fileThreads.read(file.name, bytes, mapping).catch((error: unknown) => {
    throw error instanceof UnreadableFile ? errors.UNREADABLE_FILE({ message: error.message }) : error;
  });
  if (found.ballots.length <= MAX_IMPORTED) return found;
  const most = MAX_IMPORTED.toLocaleString('en-US');
  throw errors.UNREADABLE_FILE({
    message: `The file has more than ${most} ballots. Split it up and import the parts.`,
  });
}

const MAX_FILE_NAME = 200;

const chosenOf = ({ teamId, season, students = {} }: ImportChoices): Chosen => ({
  teamId,
  season: season ?? seasonOf(new Date()),
  students,
});

const preview = api.seasonFiles.preview.handler(async ({ input, context: { tx }, errors }) => {
  const { schoolId, file, choices } = input;
  const { format, columns, problems, ballots } = await read(file, choices, errors);
  const plan = await planFor(tx, schoolId, ballots, chosenOf(choices));
  const known = await studentNames(tx, schoolId);
  const ids = new Map(known.map(({ id, name }) => [name, id]));
  const compared = compareStudents(
    plan.students.map(({ name }) => name),
    [...ids.keys()],
  );
  return {
    format,
    columns: columns && { ...columns, choices: [...COLUMNS] },
    problems,
    needsTeam: ballots.some(({ team }) => team.trim() === ''),
    adds: countsOf(plan),
    lineUps: plan.lineUpRounds,
    joins: plan.joins.map(({ label }) => label),
    rows: plan.rows,
    unknown: compared.map(({ name, suggestions }) => ({
      name,
      suggestions: suggestions.flatMap((suggestion) => ids.get(suggestion) ?? []),
    })),
  };
});

const run = api.seasonFiles.run.handler(async ({ input, context: { tx, actor, reportProgress }, errors }) => {
  const { schoolId, id, file, choices } = input;
  const { problems, ballots } = await read(file, choices, errors);
  // Half a file would look like a whole one.
  const [problem] = problems;
  if (problem) throw errors.UNREADABLE_FILE({ message: `Line ${problem.line}: ${problem.message}` });
  await shareSeason(tx, schoolId);
  await holdRounds(tx, schoolId);
  const plan = await planFor(tx, schoolId, ballots, chosenOf(choices));
  if (plan.ballots.length + plan.lineUps.length + plan.joins.length === 0) throw errors.NOTHING_NEW();
  const { userId } = await actor();
  const fileName = file.name.slice(0, MAX_FILE_NAME) || 'file';
  const report = (percent: number) => reportProgress(schoolId, id, percent);
  const writing = writePlan(tx, { schoolId, importId: id, fileName, userId }, plan, report).catch((error: unknown) => {
    throw isForbidden(error) ? errors.NOT_KEEPING() : error;
  });
  await refusingFull(writing, errors);
  return countsOf(plan);
});

const imports = api.seasonFiles.imports.handler(({ input: { schoolId }, context: { tx } }) =>
  tx
    .selectFrom('seasonImports')
    .leftJoin('users', 'users.id', 'byId')
    .select(['seasonImports.id', 'fileName', 'users.name as by', 'seasonImports.createdAt as at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('keptBallots')
        .select(fn.countAll<number>().as('count'))
        .whereRef('importId', '=', 'seasonImports.id')
        .$asScalar()
        .$notNull()
        .as('ballots'),
    )
    .where('seasonImports.schoolId', '=', schoolId)
    .orderBy('seasonImports.createdAt', 'desc')
    .execute(),
);

const undo = api.seasonFiles.undo.handler(async ({ input: { schoolId, id }, context: { tx }, errors }) => {
  await holdSeason(tx, schoolId);
  const found = await tx
    .selectFrom('seasonImports')
    .select('id')
    .where('schoolId', '=', schoolId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw errors.NOT_FOUND();
  return undoImport(tx, schoolId, id);
});

const TYPES = { tidy: 'csv', wide: 'csv', json: 'json', xlsx: 'xlsx' } as const;
const MEDIA = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const download = api.seasonFiles.download.handler(async ({ input: { schoolId, season, format }, context: { tx } }) => {
  const ballots = await fileBallotsOf(tx, schoolId, season);
  const bytes = await fileThreads.write(format, ballots);
  const type = TYPES[format];
  return new File([bytes as Uint8Array<ArrayBuffer>], `courtside-${season ?? 'all-seasons'}.${type}`, {
    type: MEDIA[type],
  });
});

export const seasonFiles = { preview, run, imports, undo, download };
