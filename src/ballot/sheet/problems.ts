// What is wrong with a sheet, in sentences for the person who writes it.
import { cellsOf, keysOf, sidesOf, type Sheet, type SheetRow } from './sheet.ts';

const MAX_CELLS = 60;
const MAX_POINTS = 100;
const MAX_WEIGHT = 10;
export const MAX_RANKS = 10;
export const MAX_LABEL = 40;
export const MAX_TITLE = 80;
const MAX_SOURCE = 400;
const MAX_NOTE = 100;

/** Where the problem is, as the steps that lead from the sheet to it: `['sections', 2, 'rows', 0]`. */
export type SheetProblem = { readonly path: readonly (string | number)[]; readonly message: string };

/** Keys of a ballot in files other than its scores. */
const OTHER_KEYS = ['caseName', 'date', 'round', 'judgeName', 'pTeam', 'dTeam', 'totals', 'results', 'toCheck'];
/** Columns of files of a season's ballots, where `Round` is one, too. */
const SEASON_COLUMNS = [
  'Season',
  'Tournament',
  'Side',
  'Ballot',
  'Judge',
  'Part',
  'Student',
  'Kind',
  'Score',
  'Team',
  'Opponent',
].concat(['Our Side', 'Rank', 'Comment', 'Margin', 'Sheet']);
/** Columns of files that aren't scores. */
export const otherColumns = ({ sides }: Sheet): string[] =>
  ['Case', 'Date', 'Round', 'Judge Name', 'Scores To Check', ...SEASON_COLUMNS].concat(
    [sides.p, sides.d].flatMap((side) => (side ? [side.name, `${side.short} Total`, `${side.short} Result`] : [])),
  );

const isWhole = (number: number, from: number, to: number): boolean =>
  Number.isInteger(number) && number >= from && number <= to;

function inRow({ label, min, max, weight, p, d }: SheetRow, sheet: Sheet): string[] {
  const found: string[] = [];
  if (!isWhole(min, 0, MAX_POINTS) || !isWhole(max, 0, MAX_POINTS))
    found.push(`“${label}” goes from ${min} to ${max}. Scores are whole numbers from 0 to ${MAX_POINTS}.`);
  else if (min >= max) found.push(`“${label}” goes from ${min} to ${max}. Its highest score must be above its lowest.`);
  if (!isWhole(weight, 1, MAX_WEIGHT))
    found.push(`“${label}” counts ${weight} times. Choose a whole number from 1 to ${MAX_WEIGHT}.`);
  if (p === null && d === null) found.push(`“${label}” is scored for neither side. Choose a side, or remove the row.`);
  if (d !== null && sheet.sides.d === null)
    found.push(`“${label}” is scored for a second side. This sheet has only one.`);
  for (const cell of [p, d]) {
    if (cell === null) continue;
    if (!/^[a-zA-Z][a-zA-Z0-9]{0,39}$/.test(cell.key))
      found.push(`The key “${cell.key}” must begin with a letter and have at most 40 letters and digits.`);
    else if (OTHER_KEYS.includes(cell.key) || cell.key in {})
      found.push(`The key “${cell.key}” is taken. Choose another one for “${cell.label}”.`);
  }
  return found;
}

/** Texts that are used more than once, ignoring case. */
function repeated(texts: readonly string[]): string[] {
  const groups = Map.groupBy(texts, (text) => text.trim().toLowerCase());
  return [...groups.values()].filter(({ length }) => length > 1).map(([text]) => text!);
}

function blankTexts(sheet: Sheet): SheetProblem[] {
  const needed: [path: SheetProblem['path'], text: string, message: string][] = [
    [['title'], sheet.title, 'The sheet has no title. Give it one.'],
    ...sidesOf(sheet).flatMap((side): typeof needed =>
      Object.entries(sheet.sides[side]!).map(([name, text]) => [
        ['sides', side, name],
        text,
        `The ${side === 'p' ? 'first' : 'second'} side has a blank name. Fill it in.`,
      ]),
    ),
    ...sheet.sections.flatMap(({ rows }, section): typeof needed =>
      rows.map(({ label }, row) => [
        ['sections', section, 'rows', row],
        label,
        'This row has no name. Name it, or remove it.',
      ]),
    ),
  ];
  return needed.flatMap(([path, text, message]) => (text.trim() === '' ? [{ path, message }] : []));
}

function textsTooLong(sheet: Sheet): SheetProblem[] {
  const limited: [path: SheetProblem['path'], text: string | null, max: number][] = [
    [['title'], sheet.title, MAX_TITLE],
    [['source'], sheet.source, MAX_SOURCE],
    [['note'], sheet.note, MAX_NOTE],
    [['tiesBrokenBy'], sheet.tiesBrokenBy, MAX_LABEL],
    ...sidesOf(sheet).flatMap((side) =>
      Object.entries(sheet.sides[side]!).map(([name, text]): (typeof limited)[number] => [
        ['sides', side, name],
        text,
        MAX_LABEL,
      ]),
    ),
    ...sheet.sections.flatMap(({ title, rows }, section): typeof limited => [
      [['sections', section, 'title'], title, MAX_LABEL],
      ...rows.flatMap(({ label, p, d }, row): typeof limited =>
        [label, p?.label ?? null, d?.label ?? null].map((text) => [
          ['sections', section, 'rows', row],
          text,
          MAX_LABEL,
        ]),
      ),
    ]),
  ];
  return limited.flatMap(([path, text, max]) =>
    text === null || text.length <= max
      ? []
      : [{ path, message: `“${text}” has ${text.length} characters. Shorten it to ${max}.` }],
  );
}

/** Everything that keeps the sheet from being used, in the order of the paper. */
export function problemsOf(sheet: Sheet): readonly SheetProblem[] {
  const { sides, sections, ranks } = sheet;
  const problems: SheetProblem[] = [...blankTexts(sheet), ...textsTooLong(sheet)];
  const add = (path: SheetProblem['path'], message: string): void => void problems.push({ path, message });

  const shared = (['short', 'name', 'title'] as const).filter(
    (name) => sides.p[name].toLowerCase() === sides.d?.[name].toLowerCase(),
  );
  for (const name of shared) add(['sides'], `Both sides are called “${sides.p[name]}”. Give each a name of its own.`);

  sections.forEach(({ title, rows }, section) => {
    if (rows.length === 0)
      add(
        ['sections', section],
        `${title === null ? 'A section' : `The section “${title}”`} has no rows. Add one, or remove the section.`,
      );
    rows.forEach((row, index) => {
      for (const message of inRow(row, sheet)) add(['sections', section, 'rows', index], message);
    });
  });

  const cells = cellsOf(sheet);
  if (cells.length > MAX_CELLS)
    add(['sections'], `A sheet can have at most ${MAX_CELLS} scores. This one has ${cells.length}.`);
  for (const side of sidesOf(sheet))
    if (keysOf(sheet, side).length === 0)
      add(['sides', side], `“${sides[side]!.name}” has no scores. Add at least one.`);
  for (const key of repeated(cells.map((cell) => cell.key)))
    add(['sections'], `Two scores have the key “${key}”. Give each a key of its own.`);
  // Sides with the same name also have the same columns. That is reported once, as the name.
  const others = otherColumns(shared.length > 0 ? { ...sheet, sides: { ...sides, d: null } } : sheet);
  for (const label of repeated([...cells.map((cell) => cell.label), ...others]))
    add(
      ['sections'],
      others.includes(label)
        ? `Files already have a column “${label}”. Give this score another name.`
        : `Two scores are called “${label}”. Give each a name of its own.`,
    );

  for (const of of repeated(ranks.map((rank) => rank.of))) add(['ranks'], `The ranks of ${of} are asked for twice.`);
  ranks.forEach(({ places }, index) => {
    if (!isWhole(places, 1, MAX_RANKS))
      add(['ranks', index], `The judge can’t rank the best ${places}. Choose a whole number from 1 to ${MAX_RANKS}.`);
  });
  return problems;
}
