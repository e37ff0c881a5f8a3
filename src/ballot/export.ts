// A checked ballot as it leaves the page: a table to paste, a CSV file with one ballot in one line, and JSON.
// What is not checked yet says so wherever it goes: a cell that was not read counts as 0 and is none.
import {
  recognitionLabel,
  SCORE_FIELDS,
  SCORE_ROWS,
  TEXT_FIELDS,
  type Ballot,
  type ScoreField,
  type Side,
} from './form.ts';
import { resultText, totalOf, totalText } from './score.ts';

const SIDES = ['p', 'd'] as const satisfies readonly Side[];
const otherSide = (side: Side): Side => (side === 'p' ? 'd' : 'p');

const resultOf = (ballot: Ballot, side: Side): string =>
  resultText(totalOf(ballot, side), totalOf(ballot, otherSide(side)));

/** A text that a spreadsheet takes for a formula would be run by it: an apostrophe in front makes it a text. */
const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const csvCell = (value: string | number): string => {
  const text = typeof value === 'number' ? String(value) : safe(value);
  return /[",\r\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
export const csvLine = (values: readonly (string | number)[]): string => `${values.map(csvCell).join(',')}\r\n`;

/**
 * Two lines: the labels and the ballot. It begins with the mark by which spreadsheets know that accents are UTF-8.
 * @param toCheck the cells that are still in doubt
 */
export function ballotCsv(ballot: Ballot, toCheck: readonly ScoreField[]): string {
  const labels = [...TEXT_FIELDS, ...SCORE_FIELDS].map(recognitionLabel);
  const values = [...TEXT_FIELDS.map((field) => ballot[field]), ...SCORE_FIELDS.map((field) => ballot[field])];
  return (
    '\uFEFF' +
    csvLine([...labels, 'P Total', 'D Total', 'P Result', 'D Result', 'Cells To Check']) +
    csvLine([
      ...values,
      ...SIDES.map((side) => totalOf(ballot, side)),
      ...SIDES.map((side) => resultOf(ballot, side)),
      toCheck.length,
    ])
  );
}

/** The ballot with its totals and results, and the cells that are still in doubt. */
export function ballotJson(ballot: Ballot, toCheck: readonly ScoreField[]): string {
  const [p, d] = SIDES.map((side) => ({ total: totalOf(ballot, side), result: resultOf(ballot, side) }));
  return `${JSON.stringify({ ...ballot, totals: { p: p?.total, d: d?.total }, results: { p: p?.result, d: d?.result }, toCheck }, null, 2)}\n`;
}

/** The table as it stands on the screen, with tabs between its cells, for pasting into a spreadsheet or a message. */
export function ballotTable(ballot: Ballot, toCheck: readonly ScoreField[]): string {
  const oneLine = (text: string): string => safe(text.replaceAll(/\s+/g, ' '));
  const rows = SCORE_ROWS.map((row) => [
    row.group === null ? row.label : `${row.group} ${row.label}`,
    ...SIDES.map((side) => (row[side] === null ? '' : String(ballot[row[side]]))),
  ]);
  const lines = [
    ['Judge Name', oneLine(ballot.judgeName)],
    ['Score Type', 'P Team Score', 'D Team Score'],
    ['Team', oneLine(ballot.pTeam), oneLine(ballot.dTeam)],
    ...rows,
    ['Total', ...SIDES.map((side) => totalText(totalOf(ballot, side)))],
    ['Result', ...SIDES.map((side) => resultOf(ballot, side))],
    ...(toCheck.length > 0 ? [['Cells to check', String(toCheck.length)]] : []),
  ];
  return `${lines.map((line) => line.join('\t')).join('\n')}\n`;
}

/** A file name that every system takes: `ballot-1204-1377.csv`. */
export function ballotFileName(ballot: Ballot, ending: 'csv' | 'json'): string {
  const part = (name: string): string =>
    name
      .normalize('NFKD')
      .replaceAll(/[^A-Za-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 40);
  return ['ballot', part(ballot.pTeam), part(ballot.dTeam)].filter(Boolean).join('-') + `.${ending}`;
}
