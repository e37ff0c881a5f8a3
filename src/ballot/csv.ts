// CSV text: how its cells are written for spreadsheets, and how they are read back.

// A spreadsheet runs text that starts like a formula, in full-width form too. A leading apostrophe keeps it text. With other
// settings, a spreadsheet begins a new cell after a semicolon, tab or line break inside of a text, so formulas there get one, too.
const STARTS_FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const INNER_FORMULA = /([;\t\r\n][ "]*)(?='*[=+\-@＝＋－＠])/g;
const ESCAPED_INNER_FORMULA = /([;\t\r\n][ "]*)'(?='*[=+\-@＝＋－＠])/g;
/**
 * The text of a cell that no spreadsheet runs as a formula: an apostrophe stands before what would begin one (OWASP, CSV
 * injection).
 */
export function escapeFormula(text: string): string {
  const escaped = text.replaceAll(INNER_FORMULA, "$1'");
  return STARTS_FORMULA.test(text) ? `'${escaped}` : escaped;
}
/** The text of a cell before its formulas were escaped. */
export function unescapeFormula(cell: string): string {
  const text = cell.startsWith("'") && STARTS_FORMULA.test(cell) ? cell.slice(1) : cell;
  return text.replaceAll(ESCAPED_INNER_FORMULA, '$1');
}

const csvCell = (value: string | number): string => {
  // A negative number isn't a formula.
  const text = typeof value === 'number' ? String(value) : escapeFormula(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
/** One line with its line break. Numbers are written as they are, texts without formulas. */
export const csvLine = (values: readonly (string | number)[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** A whole file. Spreadsheets need the byte order mark to read accents as UTF-8. */
export const csvText = (rows: readonly (readonly (string | number)[])[]): string =>
  `\uFEFF${rows.map(csvLine).join('')}`;

export type CsvLine = { line: number; cells: string[]; closed: boolean };

/**
 * The cells of each line of a CSV text, with the line number where it begins. A quoted cell may contain line breaks.
 * A line that isn't `closed` has a quotation mark that never ends.
 */
export function* csvLines(text: string, separator = ','): Generator<CsvLine> {
  let line = 1;
  let start = 1;
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '\n') line += 1;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === separator) {
      cells.push(cell);
      cell = '';
    } else if (letter === '\n') {
      yield { line: start, cells: [...cells, cell.replace(/\r$/, '')], closed: true };
      start = line;
      cells = [];
      cell = '';
    } else {
      const from = at;
      while (at + 1 < text.length && text[at + 1] !== separator && text[at + 1] !== '\n') at += 1;
      cell += text.slice(from, at + 1);
    }
  }
  if (quoted || cells.length > 0 || cell !== '') yield { line: start, cells: [...cells, cell], closed: !quoted };
}
