// A list as a CSV file that spreadsheets read as text and that can be imported again.
import { csvText } from '#ballot/csv.ts';
import { LIST_COLUMNS, type ListColumn, type ListName } from '#contract/list-files.ts';
import type { After } from '#contract/listing.ts';
import { saveFile, textFile } from '#web/components/files/save-file.ts';
import { isoDayOf } from '#web/format.ts';
import { allPages } from '#web/server/all-pages.ts';
import { calls } from '#web/server/calls.ts';

type Row = Record<string, string | number | boolean | null | undefined>;
type Names = ReadonlyMap<string, string>;

const cellOf = (value: Row[string], names: Names): string | number => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? value : (names.get(value) ?? value);
};

function fileOfRows(list: ListName, rows: readonly object[], names: Names = new Map()): File {
  const columns: readonly ListColumn[] = LIST_COLUMNS[list];
  const cells = rows.map((row) =>
    columns.map(({ field, kind }) =>
      cellOf((row as Row)[field], kind === 'team' || kind === 'case' ? names : new Map()),
    ),
  );
  return csvFile(list, [columns.map(({ header }) => header), ...cells]);
}

type Lines = readonly (readonly (string | number)[])[];

function csvFile(what: string, lines: Lines): File {
  const name = `courtside-${what}-${isoDayOf(new Date())}.csv`;
  return textFile(name, 'text/csv;charset=utf-8', csvText(lines));
}

export const saveCsv = (what: string, lines: Lines): void => saveFile(csvFile(what, lines));

/** All pages of an admin list, as it is filtered. */
function allRows(list: 'schools' | 'users' | 'cases', question: object): Promise<object[]> {
  const listPage = calls[list].list as typeof calls.schools.list;
  return allPages<object, After>((after) => listPage({ ...question, long: true, after }));
}

/** A school's roster, or an admin list as `question` filters it. */
export async function exportedList(list: ListName, schoolId: string | null, question: object = {}): Promise<File> {
  if (list === 'schools' || list === 'users' || list === 'cases')
    return fileOfRows(list, await allRows(list, question));
  const [rows, teams, cases] = await Promise.all([
    calls[list].inSchool({ schoolId: schoolId ?? '' }),
    list === 'students' ? calls.teams.inSchool({ schoolId: schoolId ?? '' }) : [],
    list === 'tournaments' ? calls.cases.overview() : [],
  ]);
  return fileOfRows(list, rows, new Map([...teams, ...cases].map(({ id, name }) => [id, name])));
}
