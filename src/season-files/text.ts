// Decodes the text of a file that any program may have saved.
import { MAX_CELLS, UnreadableFile } from './file-ballot.ts';
import { csvLines, unescapeFormula } from '#ballot/csv.ts';

const decode = (encoding: string, bytes: Uint8Array, fatal = true): string | null => {
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes);
  } catch {
    return null;
  }
};

/** UTF-16 without its mark: every other byte of Latin text is 0. */
function utf16Order(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 200);
  const zeros = [0, 1].map((offset) => start.filter((byte, index) => index % 2 === offset && byte === 0).length);
  if (start.length < 4 || start.length % 2 === 1) return null;
  if (zeros[1]! > start.length / 4 && zeros[0] === 0) return 'utf-16le';
  return zeros[0]! > start.length / 4 && zeros[1] === 0 ? 'utf-16be' : null;
}

// Tabs and line breaks are the only control characters of a text.
const CONTROL = /[\p{Cc}--[\t\n\r\f]]/v;
/** Has a space in place of each of the others, which some programs copy along. A file that contains one counts as damaged. */
export const withoutControl = (text: string): string => text.replaceAll(new RegExp(CONTROL, 'gv'), ' ');

const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/**
 * UTF-8, UTF-16, or the Windows-1252 of older spreadsheets. Excel's "CSV (Macintosh)" has Mac Roman, and lines that end with a
 * return alone. Null: these bytes aren't text.
 */
export function textOf(bytes: Uint8Array): string | null {
  const order = utf16Order(bytes);
  const older = bytes.includes(RETURN) && !bytes.includes(LINE_FEED) ? 'macintosh' : 'windows-1252';
  const text = order ? decode(order, bytes) : (decode('utf-8', bytes) ?? decode(older, bytes, false));
  if (text === null || CONTROL.test(text)) return null;
  const plain = text.replace(/^\uFEFF/, '');
  return plain.includes('\n') ? plain : plain.replaceAll('\r', '\n');
}

export type Row = { line: number; cells: string[] };
/**
 * A header and its rows, from a CSV file or a sheet. Cells are trimmed. Days of a workbook are numbers, which a workbook from a Mac may
 * count from 1904. `above`: the last line above the header.
 */
export type Table = { header: Row; rows: Row[]; above?: Row | undefined; countsFrom1904?: boolean };

const SEPARATORS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
type Separator = keyof typeof SEPARATORS;

/** A header is shorter. */
const MAX_HEADER = 10_000;
/** A table of ballots has more columns than this. Titles above it have no more cells. */
const MAX_TITLE_CELLS = 5;

/** The separator that the header has most of, outside of quotation marks: the first line, or below titles the first one that is wide. */
function separatorOf(text: string, hasTitles: boolean): Separator {
  const lines = text
    .slice(0, MAX_HEADER)
    .trimStart()
    .replaceAll(/"[^"]*"/g, '')
    .split('\n');
  const separators = Object.keys(SEPARATORS) as Separator[];
  const countsIn = (line: string): number[] => separators.map((separator) => line.split(separator).length);
  const isWide = (line: string): boolean => Math.max(...countsIn(line)) > MAX_TITLE_CELLS;
  const counts = countsIn((hasTitles && lines.find(isWide)) || lines[0]!);
  return separators[counts.indexOf(Math.max(...counts))]!;
}

/** A first line that only tells Excel the separator. */
const SEPARATOR_HINT = /^sep=.\r?\n/i;

const filled = ({ cells }: Row): number => cells.filter((cell) => cell !== '').length;

/**
 * @param least filled cells of a row below the header. The last rows with fewer are notes. Unless it is 1, titles stand above the header.
 * @throws {UnreadableFile}
 */
export function tableOf(lines: readonly Row[], least = 1): Table {
  const rows = lines.filter((row) => filled(row) > 0);
  const firstWith = (cells: number): number => rows.findIndex((row) => filled(row) >= cells);
  const widest = least > 1 ? firstWith(MAX_TITLE_CELLS + 1) : -1;
  const first = Math.max(widest >= 0 ? widest : firstWith(least), 0);
  const [header, ...rest] = rows.slice(first, rows.findLastIndex((row) => filled(row) >= least) + 1 || undefined);
  if (!header) throw new UnreadableFile('The file is empty.');
  return { header, rows: rest, above: rows[first - 1] };
}

/** Whether a line below the last ballot was one: it ends after its first cell, or is one cell with other separators. */
const isCutOff = ({ cells }: Row, above: Row): boolean =>
  cells.some((cell, at) => cell !== '' && (cell === above.cells[at] || cell.split(/[,;\t]/).length >= filled(above)));

/** Separators and line breaks, which are at least as many as cells: counting them first refuses nonsense at once. */
function countEnds(text: string, separator: string): number {
  let count = 0;
  for (const end of [separator, '\n'])
    for (let at = text.indexOf(end); at >= 0 && count <= MAX_CELLS; at = text.indexOf(end, at + 1)) count += 1;
  return count;
}

/** @throws {UnreadableFile} */
export function csvTable(text: string, least = 1): Table {
  const separator = separatorOf(text, least > 1);
  if (countEnds(text, separator) > MAX_CELLS)
    throw new UnreadableFile(`The file has more than ${MAX_CELLS.toLocaleString('en-US')} cells. Split it up.`);
  const rows: Row[] = [];
  for (const { line, cells, closed } of csvLines(text, separator)) {
    if (!closed)
      throw new UnreadableFile(
        `The quotation mark in line ${line} is never closed. Close it, or remove it, and try again.`,
      );
    rows.push({ line, cells: cells.map((cell) => unescapeFormula(cell.trim())) });
  }
  const table = tableOf(SEPARATOR_HINT.test(text) ? rows.slice(1) : rows, least);
  const last = table.rows.at(-1) ?? table.header;
  table.rows.push(...rows.filter((row) => row.line > last.line && isCutOff(row, last)));
  const width = table.header.cells.length;
  const isShort = ({ cells }: Row): boolean => cells.length < width;
  const end = table.rows.at(-1);
  // A whole file ends with a line break, or with a whole line. In a typed list, several lines leave out what is empty.
  const isWhole = text.endsWith('\n') || (least === 1 && table.rows.slice(0, -1).some(isShort));
  if (!isWhole && end && end.line === rows.at(-1)!.line && isShort(end))
    throw new UnreadableFile(
      `The file ends in the middle of line ${end.line}. Complete the line, or download or export the file again.`,
    );
  const shifted = table.rows.find(({ cells }) => cells.slice(width).some((cell) => cell !== ''));
  if (shifted)
    throw new UnreadableFile(
      `Line ${shifted.line} has more cells than line ${table.header.line}, which names the columns. Put text with a ${SEPARATORS[separator]} in quotation marks, and try again.`,
    );
  return table;
}
