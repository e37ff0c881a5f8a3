// A checked ballot in the formats that leave the page: a table to paste, a CSV file with one ballot per line, and JSON.
// Each says how many scores are still to check, because an unread score counts as 0 without being one.
import { csvLine, escapeFormula } from './csv.ts';
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

/** What the ballot itself does not say: the case, the date as `2026-11-22`, and the round. Each may be empty. */
export type Trial = { caseName: string; date: string; round: string };
export type CheckedBallot = {
  ballot: Ballot;
  trial: Trial;
  /** The scores that are still in doubt. */
  toCheck: readonly ScoreField[];
};

const SIDES = ['p', 'd'] as const satisfies readonly Side[];
const otherSide = (side: Side): Side => (side === 'p' ? 'd' : 'p');

const resultOf = (ballot: Ballot, side: Side): string =>
  resultText(totalOf(ballot, side), totalOf(ballot, otherSide(side)));

/** A line of labels and a line of values. Spreadsheets need the byte order mark to read accents as UTF-8. */
export function ballotCsv({ ballot, trial, toCheck }: CheckedBallot): string {
  const fields = [...TEXT_FIELDS, ...SCORE_FIELDS];
  const columns: [label: string, value: string | number][] = [
    ['Case', trial.caseName],
    ['Date', trial.date],
    ['Round', trial.round],
    ...fields.map((field): [string, string | number] => [recognitionLabel(field), ballot[field]]),
    ['P Total', totalOf(ballot, 'p')],
    ['D Total', totalOf(ballot, 'd')],
    ['P Result', resultOf(ballot, 'p')],
    ['D Result', resultOf(ballot, 'd')],
    ['Scores To Check', toCheck.length],
  ];
  return `\uFEFF${csvLine(columns.map(([label]) => label))}${csvLine(columns.map(([, value]) => value))}`;
}

/** The ballot with its trial, totals, results, and scores to check. */
export function ballotJson({ ballot, trial, toCheck }: CheckedBallot): string {
  const totals = { p: totalOf(ballot, 'p'), d: totalOf(ballot, 'd') };
  const results = { p: resultOf(ballot, 'p'), d: resultOf(ballot, 'd') };
  return `${JSON.stringify({ ...trial, ...ballot, totals, results, toCheck }, null, 2)}\n`;
}

/** The table on the screen with tabs between its cells, for pasting into a spreadsheet or a message. */
export function ballotTable({ ballot, trial, toCheck }: CheckedBallot): string {
  const oneLine = (text: string): string => escapeFormula(text.replaceAll(/\s+/g, ' '));
  const rows = SCORE_ROWS.map((row) => [
    row.group === null ? row.label : `${row.group} ${row.label}`,
    ...SIDES.map((side) => (row[side] === null ? '' : String(ballot[row[side]]))),
  ]);
  const lines = [
    ...(trial.caseName ? [['Case', oneLine(trial.caseName)]] : []),
    ...(trial.date ? [['Date', trial.date]] : []),
    ...(trial.round ? [['Round', oneLine(trial.round)]] : []),
    ['Judge Name', oneLine(ballot.judgeName)],
    ['Score Type', 'P Team Score', 'D Team Score'],
    ['Team', oneLine(ballot.pTeam), oneLine(ballot.dTeam)],
    ...rows,
    ['Total', ...SIDES.map((side) => totalText(totalOf(ballot, side)))],
    ['Result', ...SIDES.map((side) => resultOf(ballot, side))],
    ...(toCheck.length > 0 ? [['Scores to check', String(toCheck.length)]] : []),
  ];
  return `${lines.map((line) => line.join('\t')).join('\n')}\n`;
}

const MAX_NAME_PART = 40;
/** Letters and digits of any language joined by hyphens, which every file system accepts. */
const namePart = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MAX_NAME_PART)
    .replaceAll(/^-|-$/g, '');

/** `ballot-2026-11-22-round-2-1204-1377.csv`. What is unknown is left out. */
export function ballotFileName({ ballot, trial }: CheckedBallot, extension: 'csv' | 'json'): string {
  const round = namePart(trial.round);
  const parts = [
    namePart(trial.date),
    /^\d+$/.test(round) ? `round-${round}` : round,
    namePart(ballot.pTeam),
    namePart(ballot.dTeam),
  ];
  return `${['ballot', ...parts.filter(Boolean)].join('-')}.${extension}`;
}
