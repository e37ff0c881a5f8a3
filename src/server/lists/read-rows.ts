// Reads the rows of a list's file: finds our columns and converts their cells.
import * as z from 'zod/mini';
import {
  FIRST_NAME,
  LAST_NAME,
  LIST_COLUMNS,
  MEMBERSHIP_COLUMNS,
  type ListColumn,
  type ListName,
} from '#contract/list-files.ts';
import { day as daySchema, id as idSchema } from '#contract/fields.ts';
import { badCell, BadCell, namedRows, type NamedCells } from '#season-files/cells.ts';
import { applyMapping, eachOnce, SYNONYMS, wordsOf } from '#season-files/columns.ts';
import { UnreadableFile } from '#season-files/file-ballot.ts';
import type { Table } from '#season-files/text.ts';
import { LISTS } from './lists.ts';
import type { Names } from './names.ts';

export type Value = string | number | boolean | null;
export type FileRow = NamedCells & {
  id: string | null;
  /** By field. Fields without a column, or with an empty cell that must not be empty, are left out. */
  values: Record<string, Value>;
  problem: string | null;
  /** The form in which names are compared. */
  key: string;
};
/** A column's name is shorter. */
const MAX_HEADER = 100;

/** "Short Name", "short_name" and "shortName" are one column. */
const plain = (header: string): string => wordsOf(header).replaceAll(' ', '');

/** Other names of a list's first column besides its id. */
const ALSO: Record<ListName, readonly string[]> = {
  schools: ['school', 'school name'],
  users: ['email address'],
  cases: ['case', 'case name'],
  teams: ['team', 'team name'],
  students: ['student', ...SYNONYMS.student],
  tournaments: ['tournament', ...SYNONYMS.tournament],
};

/** The table with the name in one column, if it has first and last names in two. */
function withWholeNames(list: ListName, table: Table): Table {
  const words = table.header.cells.map(wordsOf);
  const [first, last] = [FIRST_NAME, LAST_NAME].map((name) => words.findIndex((each) => name.test(each))) as [
    number,
    number,
  ];
  const isOfPeople = list === 'students' || list === 'users';
  if (!isOfPeople || first < 0 || last < 0 || words.includes('name')) return table;
  const joined = (cells: readonly string[], name: string): string[] =>
    words.flatMap((_, index) => (index === last ? [] : [index === first ? name : (cells[index] ?? '')]));
  return {
    header: { ...table.header, cells: joined(table.header.cells, 'name') },
    rows: table.rows.map(({ line, cells }) => ({
      line,
      cells: joined(cells, `${cells[first] ?? ''} ${cells[last] ?? ''}`.trim()),
    })),
  };
}

/** The table with our columns, and the headers that match none of them. */
export function knownColumns(list: ListName, read: Table): { table: Table; ignored: string[] } {
  const table = withWholeNames(list, read);
  const columns: string[] = [
    ...LIST_COLUMNS[list].map(({ header }) => header),
    ...(list === 'users' ? MEMBERSHIP_COLUMNS : []),
  ];
  const [first = ''] = LISTS[list].matched;
  const byPlain = new Map([
    ...ALSO[list].map((other): [string, string] => [plain(other), first]),
    ...columns.map((column): [string, string] => [plain(column), column]),
  ]);
  const mapping = eachOnce(table.header.cells, (cell) => byPlain.get(plain(cell)) ?? null);
  const ignored = table.header.cells
    .filter((cell, index) => mapping[index] === null && cell !== '')
    .map((cell) => cell.slice(0, MAX_HEADER));
  const found = new Set(mapping);
  if (!['id', first].some((column) => found.has(column)))
    throw new UnreadableFile(`The first line must name the columns: ${columns.join(', ')}.`);
  const known = applyMapping(table, mapping);
  return { table: read.countsFrom1904 ? withDaysFrom1899(list, known) : known, ignored };
}

const YES = ['yes', 'y', 'true', '1'];
const NO = ['no', 'n', 'false', '0'];
const AMERICAN_DAY = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
/** Workbooks store a day as its number from the end of 1899. These are of the years 2009 to 2091. */
const WORKBOOK_DAY = /^[4-6]\d{4}$/;
const WORKBOOK_START = Date.UTC(1899, 11, 30);

const DAYS_UNTIL_1904 = 1462;
function withDaysFrom1899(list: ListName, { header, rows }: Table): Table {
  const days = header.cells.map((cell) =>
    LIST_COLUMNS[list].some((column) => column.header === cell && column.kind === 'day'),
  );
  const counted = (cell: string, at: number): string =>
    days[at] && /^\d{5}$/.test(cell) ? String(Number(cell) + DAYS_UNTIL_1904) : cell;
  return { header, rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(counted) })) };
}

/** Spreadsheets rewrite days as soon as they open a file. */
function dayIn(text: string): string {
  const [, month = '', date = '', year] = AMERICAN_DAY.exec(text) ?? [];
  if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return WORKBOOK_DAY.test(text)
    ? new Date(WORKBOOK_START + Number(text) * 86_400_000).toISOString().slice(0, 10)
    : text;
}

const cantBe = (header: string, text: string, why: string): BadCell =>
  new BadCell(`The ${header} is “${text}”. It must be ${why}.`);

function valueIn(text: string, { header, kind }: ListColumn, names: Names): Value {
  if (kind === 'team' || kind === 'case') return names.idOf(kind, text);
  if (kind === 'number') {
    if (!/^\d{1,9}$/.test(text)) throw cantBe(header, text, 'a whole number');
    return Number(text);
  }
  if (kind === 'yes or no') {
    const word = text.toLowerCase();
    if (![...YES, ...NO].includes(word)) throw cantBe(header, text, 'yes or no');
    return YES.includes(word);
  }
  if (kind === 'day') {
    const day = dayIn(text);
    if (!z.safeParse(daySchema, day).success) throw cantBe(header, text, 'a day such as 2026-11-22');
    return day;
  }
  if (kind === 'text') return text;
  const known = kind.find((one) => one === text.toLowerCase());
  if (known === undefined) throw cantBe(header, text, `one of these: ${kind.join(', ')}`);
  return known;
}

const OWN_MESSAGE = /\.$/;
/** The value as the contract parses it. */
function checked(value: Value, schema: z.core.$ZodType, header: string): Value {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data as Value;
  const message = result.error.issues[0]?.message ?? '';
  throw new BadCell(OWN_MESSAGE.test(message) ? message : `The ${header} can’t be “${value}”.`);
}

function valuesIn({ cell }: NamedCells, list: ListName, columns: ReadonlySet<string>, names: Names): FileRow['values'] {
  const { schemas } = LISTS[list];
  const values: FileRow['values'] = {};
  for (const column of LIST_COLUMNS[list] as readonly ListColumn[]) {
    const { field, header } = column;
    const schema = schemas[field];
    if (!schema || !columns.has(header)) continue;
    const text = cell(header);
    if (text !== '') values[field] = checked(valueIn(text, column, names), schema, header);
    // An empty cell clears an optional field.
    else if (z.safeParse(schema, null).success) values[field] = null;
  }
  return values;
}

function idIn(text: string): string | null {
  if (text === '') return null;
  const read = z.safeParse(idSchema, text);
  if (!read.success) throw new BadCell('The id is not complete. Copy it again, or leave it empty.');
  return read.data;
}

export function readRows(list: ListName, table: Table, names: Names): FileRow[] {
  const columns = new Set(table.header.cells);
  return namedRows(table).map((row) => {
    try {
      return { ...row, id: idIn(row.cell('id')), values: valuesIn(row, list, columns, names), problem: null, key: '' };
    } catch (error) {
      return { ...row, id: null, values: {}, problem: badCell(error), key: '' };
    }
  });
}
