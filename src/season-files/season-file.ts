// Reads a file of ballots, whatever its format, and writes ballots in each format.
import type { Sheet as ScoreSheet } from '#ballot/sheet/sheet.ts';
import { applyMapping, headerCheck, mappingBy, suggestMapping, type Mapping } from './columns.ts';
import { readCommunity } from './community.ts';
import { MAX_COLUMNS, MAX_FILE_BYTES, UnreadableFile, type FileBallot, type ReadBallots } from './file-ballot.ts';
import { COLLEGE_ONLY } from './file-sheets.ts';
import { readJson, writeJson } from './json.ts';
import { openWorkbook } from './sheets-read.ts';
import { writeSheets } from './sheets-write.ts';
import { csvTable, tableOf, textOf, type Table } from './text.ts';
import { readTidy, tidyRows, writeTidyCsv } from './tidy.ts';
import { readWide, wideRows, writeWideCsv } from './wide.ts';

type Format = 'csv' | 'json' | 'xlsx';

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/**
 * The format of a file by its content. Its name is only for the sentence that refuses it.
 * @throws {UnreadableFile}
 */
export function detect(name: string, bytes: Uint8Array): { format: 'xlsx' } | { format: 'csv' | 'json'; text: string } {
  if (bytes.length > MAX_FILE_BYTES)
    throw new UnreadableFile(
      `${name} is larger than ${MAX_FILE_BYTES / 1_000_000} MB. Split it up and import the parts.`,
    );
  if (bytes.length === 0) throw new UnreadableFile(`${name} is empty.`);
  if (startsWith(bytes, 0x50, 0x4b, 3, 4)) return { format: 'xlsx' };
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    throw new UnreadableFile(
      `${name} is an old .xls workbook, or has a password. Save it as .xlsx without a password and try again.`,
    );
  const text = textOf(bytes);
  if (text === null || text.startsWith('%PDF-'))
    throw new UnreadableFile(`${name} is not a CSV, JSON or .xlsx file. Export it as one of these and try again.`);
  return { format: /^\s*[[{]/.test(text) ? 'json' : 'csv', text };
}

/** The columns of a file that is a table: its headers, the first cell below each that is not empty, and what each is taken for. */
type FileColumns = { headers: string[]; samples: string[]; mapping: Mapping };
export type SeasonFile = ReadBallots & { format: Format; columns: FileColumns | null };

const MAX_SAMPLE = 40;
const MAX_HEADER = 100;
/** @throws {UnreadableFile} */
function checkColumns({ header }: Table): void {
  if (header.cells.length <= MAX_COLUMNS) return;
  throw new UnreadableFile(
    `The first line has ${header.cells.length.toLocaleString('en-US')} columns. Remove those that aren’t needed, until ${MAX_COLUMNS} are left.`,
  );
}

/** Cells with text in the row of a ballot or a score, which has at least a round and a side. */
const MIN_FILLED = 2;

const isTidy = (columns: readonly string[]): boolean => columns.includes('part') && columns.includes('score');

type Reading = { chosen: Mapping | undefined; sheets: readonly ScoreSheet[] };

/** How many more columns two lines of headers must name together than one of them does alone. */
const MIN_GROUPED = 6;

/** The table with one line of headers, if it has two: “Plaintiff” stands above several columns, and “Opening” above one of them. */
function withWholeHeaders(table: Table, sheets: readonly ScoreSheet[]): Table {
  const check = headerCheck(sheets);
  const countOf = (headers: readonly string[]): number => headers.filter(check).length;
  const { above, header, rows } = table;
  for (const [groups, names, below] of [
    [above, header, rows],
    [header, rows[0], rows.slice(1)],
  ] as const) {
    if (!groups || !names) continue;
    let group = '';
    const whole = names.cells.slice(0, MAX_COLUMNS).map((name, at) => {
      const over = groups.cells[at] ?? '';
      group = over || group;
      if (name === '') return over;
      return check(name) !== 'exact' && check(`${group} ${name}`) ? `${group} ${name}` : name;
    });
    const cells = [...whole, ...groups.cells.slice(whole.length, MAX_COLUMNS)];
    if (countOf(cells) >= countOf(header.cells) + MIN_GROUPED)
      return { header: { line: names.line, cells }, rows: [...below] };
  }
  return table;
}

function readTable(read: Table, { chosen, sheets }: Reading): ReadBallots & { columns: FileColumns } {
  checkColumns(read);
  const table = withWholeHeaders(read, sheets);
  const headers = table.header.cells;
  const mapping = chosen ? mappingBy(chosen, headers, sheets) : suggestMapping(headers, sheets);
  const mapped = applyMapping(table, mapping);
  const samples = headers.map((_, index) => {
    const row = table.rows.find(({ cells }) => cells[index]?.trim());
    return row?.cells[index]?.trim().slice(0, MAX_SAMPLE) ?? '';
  });
  const columns = { headers: headers.map((header) => header.slice(0, MAX_HEADER)), samples, mapping };
  return { ...(isTidy(mapped.header.cells) ? readTidy(mapped, sheets) : readWide(mapped, sheets)), columns };
}

/** The sheets that hold ballots. The first one that a workbook has is read; in another workbook, its first sheet. */
const SHEETS = { wide: 'Ballots', tidy: 'Scores', community: 'Ballot Data' } as const;

function readWorkbook(bytes: Uint8Array, reading: Reading): ReadBallots & { columns: FileColumns | null } {
  const { names, rowsOf } = openWorkbook(bytes);
  const sheet = Object.values(SHEETS).find((name) => names.includes(name)) ?? names[0];
  if (sheet === undefined) throw new UnreadableFile('The workbook has no sheets.');
  return sheet === SHEETS.community
    ? { ...readCommunity(rowsOf(sheet, false)), columns: null }
    : readTable(tableOf(rowsOf(sheet), MIN_FILLED), reading);
}

/**
 * @param mapping which of our columns each header is, where a person has chosen; elsewhere as `suggestMapping` says
 * @param sheets the score sheets that ballots may be on, first the one of ballots that name none
 * @throws {UnreadableFile}
 */
export function readSeasonFile(
  name: string,
  bytes: Uint8Array,
  mapping?: Mapping,
  sheets: readonly ScoreSheet[] = COLLEGE_ONLY,
): SeasonFile {
  const reading = { chosen: mapping, sheets };
  const found = detect(name, bytes);
  const { format } = found;
  if (format === 'xlsx') return { format, ...readWorkbook(bytes, reading) };
  if (format === 'json') return { format, columns: null, ...readJson(found.text, sheets) };
  return { format, ...readTable(csvTable(found.text, MIN_FILLED), reading) };
}

/** A list has names and facts, no texts. */
const MAX_LIST_CELL = 500;

/**
 * Any table: a CSV text, or the first sheet of a workbook.
 * @throws {UnreadableFile}
 */
export function readAnyTable(name: string, bytes: Uint8Array, maxRows: number): Table {
  const table = tableIn(name, bytes);
  checkColumns(table);
  if (table.rows.length > maxRows)
    throw new UnreadableFile(`The file has more than ${maxRows.toLocaleString('en-US')} rows. Split it up.`);
  const long = table.rows.find(({ cells }) => cells.some((cell) => cell.length > MAX_LIST_CELL));
  if (long)
    throw new UnreadableFile(`Line ${long.line} has a cell with more than ${MAX_LIST_CELL} characters. Shorten it.`);
  return table;
}

function tableIn(name: string, bytes: Uint8Array): Table {
  const found = detect(name, bytes);
  if (found.format === 'json')
    throw new UnreadableFile(`${name} is not a table. Save it as CSV or .xlsx and try again.`);
  if (found.format === 'csv') return csvTable(found.text);
  const { names, rowsOf, countsFrom1904 } = openWorkbook(bytes);
  return { ...tableOf(names[0] === undefined ? [] : rowsOf(names[0])), countsFrom1904 };
}

type Write<Written> = (ballots: readonly FileBallot[], sheets?: readonly ScoreSheet[]) => Written;

const writeWorkbook: Write<Uint8Array> = (ballots, sheets) =>
  writeSheets([
    { name: SHEETS.wide, rows: wideRows(ballots, sheets) },
    { name: SHEETS.tidy, rows: tidyRows(ballots, sheets) },
  ]);

const encoded =
  (write: Write<string>): Write<Uint8Array> =>
  (ballots, sheets) =>
    new TextEncoder().encode(write(ballots, sheets));

/** Each way to write ballots; everything written reads back to the same ballots. */
export const WRITERS = {
  tidy: encoded(writeTidyCsv),
  wide: encoded(writeWideCsv),
  json: encoded(writeJson),
  xlsx: writeWorkbook,
} as const;
export type WrittenFormat = keyof typeof WRITERS;
