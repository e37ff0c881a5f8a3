// Reads the cells of an .xlsx or .xlsm workbook: values only, never formulas or macros.
import { SaxesParser } from 'saxes';
import { MAX_CELLS, MAX_COLUMNS, UnreadableFile } from './file-ballot.ts';
import type { Row } from './text.ts';
import { damaged, newBudget, unzip } from './zip.ts';

const MAX_ROWS = 1_048_576;
/** The maximum length of a spreadsheet cell. */
const MAX_CELL = 32_767;

type Tag = { name: string; attributes: Record<string, string> };
type XmlReader = { open?: (tag: Tag) => void; close?: (name: string) => void; text?: (text: string) => void };

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** @throws {UnreadableFile} */
function readXml(bytes: Uint8Array | undefined, reader: XmlReader): void {
  if (!bytes) throw damaged('A part is missing.');
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  // Spreadsheet programs write no document type. Without one there are no entities to expand.
  parser.on('doctype', () => {
    throw new Error('The workbook has a document type.');
  });
  parser.on('opentag', ({ name, attributes }) => reader.open?.({ name: localName(name), attributes }));
  parser.on('closetag', ({ name }) => reader.close?.(localName(name)));
  parser.on('text', (text) => reader.text?.(text));
  parser.on('cdata', (text) => reader.text?.(text));
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw damaged(error);
  }
}

/** Characters that XML can't hold are written as `_x000D_`. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text;

const tooManyCells = (): UnreadableFile =>
  new UnreadableFile(
    `The workbook has more than ${MAX_CELLS.toLocaleString('en-US')} cells. Copy the ballots into a new one.`,
  );

/** A text that is shared by many cells would be repeated in each message about them. */
function longer(text: string, piece: string): string {
  if (text.length + piece.length > MAX_CELL) throw damaged('A cell holds more than a spreadsheet can write.');
  return text + piece;
}

function sharedTexts(bytes: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  if (!bytes) return texts;
  let text = '';
  let isText = false;
  let isReadingAid = false;
  readXml(bytes, {
    open: ({ name }) => {
      if (name === 'si') text = '';
      if (name === 't') isText = true;
      if (name === 'rPh') isReadingAid = true;
    },
    text: (piece) => {
      if (isText && !isReadingAid) text = longer(text, piece);
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReadingAid = false;
      if (name !== 'si') return;
      if (texts.length >= MAX_CELLS) throw tooManyCells();
      texts.push(unescaped(text));
    },
  });
  return texts;
}

/** Gives cells that are merged down a column the value of the first one, which alone has it in the file. */
function fillMerged(rows: readonly Row[], merged: readonly string[]): void {
  const places = new Map(rows.map(({ line }, place) => [line, place]));
  let cellCount = 0;
  for (const range of merged) {
    const [, from = '', first, last] = /^([A-Z]{1,3})(\d+):\1(\d+)$/.exec(range) ?? [];
    const start = places.get(Number(first));
    const column = columnIn(from);
    const value = start === undefined ? undefined : rows[start]!.cells[column];
    if (!value) continue;
    for (let place = start! + 1; place < rows.length && rows[place]!.line <= Number(last); place += 1) {
      cellCount += 1;
      if (cellCount > MAX_CELLS) throw tooManyCells();
      const { cells } = rows[place]!;
      while (cells.length <= column) cells.push('');
      cells[column] ||= value;
    }
  }
}

/** `AB12` is column 27, counted from 0. */
function columnIn(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const value = letter.codePointAt(0)! - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
  }
  return column - 1;
}

function valueOf(type: string | undefined, text: string, shared: readonly string[]): string {
  if (type === 's') {
    const found = text === '' ? '' : shared[Number(text)];
    if (found === undefined) throw damaged('A shared text is missing.');
    return found;
  }
  if (type === 'str' || type === 'inlineStr') return unescaped(text);
  if (type === 'b') return text === '1' ? 'TRUE' : 'FALSE';
  if (type === 'e' || text === '') return text;
  const number = Number(text);
  return Number.isFinite(number) ? String(number) : text;
}

function sheetRows(bytes: Uint8Array, shared: readonly string[], isTable: boolean): Row[] {
  const rows: Row[] = [];
  let cellCount = 0;
  let row: Row = { line: 0, cells: [] };
  let column = -1;
  let type: string | undefined;
  let text = '';
  let isValue = false;
  let isFormula = false;
  const merged: string[] = [];
  readXml(bytes, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        const line = attributes['r'] === undefined ? row.line + 1 : Number(attributes['r']);
        if (!Number.isInteger(line) || line <= row.line || line > MAX_ROWS) throw damaged('The rows are out of order.');
        row = { line, cells: [] };
        rows.push(row);
        column = -1;
      } else if (name === 'c') {
        cellCount += 1;
        if (cellCount > MAX_CELLS) throw tooManyCells();
        column = attributes['r'] === undefined ? column + 1 : columnIn(attributes['r']);
        type = attributes['t'];
        text = '';
        isFormula = false;
      } else if (name === 'mergeCell') merged.push(attributes['ref'] ?? '');
      else if (name === 'v' || name === 't') isValue = true;
      else if (name === 'f') isFormula = true;
    },
    text: (piece) => {
      if (isValue) text = longer(text, piece);
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c' && isFormula && type === undefined && text === '')
        throw new UnreadableFile(
          `Row ${row.line} has a formula that was never computed. Open the workbook in a spreadsheet program, save it again, and try again.`,
        );
      // Spreadsheets may have a cell far to the right of their tables.
      if (name !== 'c' || text === '' || column < 0 || column >= MAX_COLUMNS) return;
      while (row.cells.length < column) row.cells.push('');
      row.cells[column] = valueOf(type, text, shared).trim();
    },
  });
  if (rows.length > MAX_CELLS) throw tooManyCells();
  if (isTable) fillMerged(rows, merged);
  return rows;
}

export type Workbook = {
  names: string[];
  /** Whether its days are counted from 1904. */
  countsFrom1904: boolean;
  /** The rows with cells of a sheet. In a table, each row has the value of a merged cell. @throws {UnreadableFile} */
  rowsOf: (name: string, isTable?: boolean) => Row[];
};

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const SHARED = 'xl/sharedStrings.xml';

/** @throws {UnreadableFile} */
export function openWorkbook(bytes: Uint8Array): Workbook {
  const budget = newBudget();
  const parts = unzip(bytes, budget, (name) => [WORKBOOK, RELATIONS, SHARED].includes(name));
  if (!parts.has(WORKBOOK)) throw new UnreadableFile('This file is not a workbook. Save it as .xlsx and try again.');
  const targets = new Map<string, string>();
  readXml(parts.get(RELATIONS), {
    open: ({ name, attributes: { Id = '', Target = '' } }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  const sheets = new Map<string, string>();
  let countsFrom1904 = false;
  readXml(parts.get(WORKBOOK), {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') countsFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const [, relation] = Object.entries(attributes).find(([key]) => localName(key) === 'id' && key !== 'id') ?? [];
      sheets.set(attributes['name'] ?? '', targets.get(relation ?? '') ?? '');
    },
  });
  let shared: string[] | null = null;
  return {
    names: [...sheets.keys()],
    countsFrom1904,
    rowsOf: (name, isTable = true) => {
      const path = sheets.get(name) ?? '';
      const sheet = unzip(bytes, budget, (file) => file === path).get(path);
      if (!sheet) throw damaged(`The sheet ${name} is missing.`);
      shared ??= sharedTexts(parts.get(SHARED));
      return sheetRows(sheet, shared, isTable);
    },
  };
}
