// A checked ballot in the formats that leave the page: a table to paste, a CSV file with one ballot per line, and JSON.
// Each says how many scores are still to check, because an unread score counts as 0 without being one.
import { csvLine, escapeFormula } from './csv.ts';
import type { ScoreField, Side, TextField } from './form.ts';
import { maximumOf, resultText, totalOf, totalText } from './score.ts';
import { cellsOf, sidesOf, type Sheet } from './sheet/sheet.ts';

/** What the ballot itself does not say: the case, the date as `2026-11-22`, and the round. Each may be empty. */
export type Trial = { caseName: string; date: string; round: string };
export type CheckedBallot<Key extends string = ScoreField> = {
  sheet: Sheet<Key>;
  ballot: Readonly<Record<Key, number> & Record<TextField, string>>;
  trial: Trial;
  /** The scores that are still in doubt. */
  toCheck: readonly string[];
};

type Column = [label: string, value: string | number];
const TEAM_FIELDS = { p: 'pTeam', d: 'dTeam' } as const satisfies Record<Side, TextField>;

/** Each side with its names, total and result. A sheet with one side has no results. */
function sidesWithTotals<Key extends string>({ sheet, ballot }: CheckedBallot<Key>) {
  const totals = { p: totalOf(sheet, ballot, 'p'), d: totalOf(sheet, ballot, 'd') };
  return sidesOf(sheet).map((side) => {
    const total = totals[side];
    const result = resultText(total, totals[side === 'p' ? 'd' : 'p'], sheet.tiesBrokenBy);
    const results = sheet.sides.d === null ? [] : [result];
    return { side, ...sheet.sides[side]!, team: ballot[TEAM_FIELDS[side]], total, results };
  });
}

/** A line of labels and a line of values. Spreadsheets need the byte order mark to read accents as UTF-8. */
export function ballotCsv<Key extends string>(checked: CheckedBallot<Key>): string {
  const { sheet, ballot, trial, toCheck } = checked;
  const sides = sidesWithTotals(checked);
  const columns: Column[] = [
    ['Case', trial.caseName],
    ['Date', trial.date],
    ['Round', trial.round],
    ['Judge Name', ballot.judgeName],
    ...sides.map(({ name, team }): Column => [name, team]),
    ...cellsOf(sheet).map(({ key, label }): Column => [label, ballot[key]]),
    ...sides.map(({ short, total }): Column => [`${short} Total`, total]),
    ...sides.flatMap(({ short, results }) => results.map((result): Column => [`${short} Result`, result])),
    ['Scores To Check', toCheck.length],
  ];
  return `\uFEFF${csvLine(columns.map(([label]) => label))}${csvLine(columns.map(([, value]) => value))}`;
}

/** The ballot with its trial, totals, results, and scores to check. */
export function ballotJson<Key extends string>(checked: CheckedBallot<Key>): string {
  const { ballot, trial, toCheck } = checked;
  const sides = sidesWithTotals(checked);
  const totals = Object.fromEntries(sides.map(({ side, total }) => [side, total]));
  const results = Object.fromEntries(sides.flatMap((one) => one.results.map((result) => [one.side, result])));
  return `${JSON.stringify({ ...trial, ...ballot, totals, results, toCheck }, null, 2)}\n`;
}

/** The table on the screen with tabs between its cells, for pasting into a spreadsheet or a message. */
export function ballotTable<Key extends string>(checked: CheckedBallot<Key>): string {
  const { sheet, ballot, trial, toCheck } = checked;
  const oneLine = (text: string): string => escapeFormula(text.replaceAll(/\s+/g, ' '));
  const sides = sidesWithTotals(checked);
  const rows = sheet.sections.flatMap(({ title, rows: inSection }) =>
    inSection.map((row) => [
      title === null ? row.label : `${title} ${row.label}`,
      ...sides.map(({ side }) => (row[side] === null ? '' : String(ballot[row[side].key]))),
    ]),
  );
  const lines = [
    ...(trial.caseName ? [['Case', oneLine(trial.caseName)]] : []),
    ...(trial.date ? [['Date', trial.date]] : []),
    ...(trial.round ? [['Round', oneLine(trial.round)]] : []),
    ['Judge Name', oneLine(ballot.judgeName)],
    ['Score Type', ...sides.map(({ name }) => `${name} Score`)],
    ['Team', ...sides.map(({ team }) => oneLine(team))],
    ...rows,
    ['Total', ...sides.map(({ side, total }) => totalText(total, maximumOf(sheet, side)))],
    ...(sheet.sides.d === null ? [] : [['Result', ...sides.flatMap(({ results }) => results)]]),
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
export function ballotFileName(
  { ballot, trial }: Pick<CheckedBallot, 'ballot' | 'trial'>,
  extension: 'csv' | 'json',
): string {
  const round = namePart(trial.round);
  const parts = [
    namePart(trial.date),
    /^\d+$/.test(round) ? `round-${round}` : round,
    namePart(ballot.pTeam),
    namePart(ballot.dTeam),
  ];
  return `${['ballot', ...parts.filter(Boolean)].join('-')}.${extension}`;
}
