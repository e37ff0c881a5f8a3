// Writes an .xlsx workbook of plain cells: texts and numbers, never a formula.
import { zipped } from './zip.ts';

/** An empty text is an empty cell. */
export type Sheet = { name: string; rows: readonly (readonly (string | number)[])[] };

const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
// What XML can't hold, and text that looks like such a code, is written as a code: `_x000D_`.
const CODED = /[\p{Cs}\uFFFE\uFFFF[\p{Cc}--[\t\n]]]|_(?=x[0-9A-Fa-f]{4}_)/gv;
// Most texts have nothing to escape.
const PLAIN = /^[a-zA-Z\d #.-]*$/;
const escaped = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .replaceAll(CODED, (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
        .replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter]!);

function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

function cellXml(value: string | number, reference: string): string {
  if (value === '') return '';
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
  const space = value.trim() === value ? '' : ' xml:space="preserve"';
  return `<c r="${reference}" t="inlineStr"><is><t${space}>${escaped(value)}</t></is></c>`;
}

/** The first row stays in view. */
const VIEW =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

function sheetXml({ rows }: Sheet): string {
  const lines = rows.map((cells, row) => {
    const inside = cells.map((value, column) => cellXml(value, `${columnName(column)}${row + 1}`)).join('');
    return `<row r="${row + 1}">${inside}</row>`;
  });
  return `${HEAD}<worksheet xmlns="${SPREADSHEET}">${VIEW}<sheetData>${lines.join('')}</sheetData></worksheet>`;
}

/** The bytes of an .xlsx file with these worksheets. */
export function writeSheets(sheets: readonly Sheet[]): Uint8Array {
  const each = (xml: (sheet: Sheet, number: number) => string): string =>
    sheets.map((sheet, index) => xml(sheet, index + 1)).join('');
  const files: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${SPREADSHEET}" xmlns:r="${DOCUMENT}"><sheets>${each(({ name }, n) => `<sheet name="${escaped(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}</Relationships>`,
  };
  for (const [index, sheet] of sheets.entries()) files[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet);
  return zipped(files);
}
