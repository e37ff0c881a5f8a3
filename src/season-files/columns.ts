// The columns of a season's tables, and how to recognize them under other headers.
import type { ScoreField } from '#ballot/form.ts';
import { maxRanks, type RankKind } from '#ballot/sheet/ranks.ts';
import { cellsOf, RANKED, type Sheet } from '#ballot/sheet/sheet.ts';
import { COLLEGE_ONLY } from './file-sheets.ts';
import { ALL_PARTS, type Part } from '#metrics/scores.ts';
import { partsOn } from '#metrics/sheet-parts.ts';
import { TIDY_COLUMNS } from '#metrics/tidy-csv.ts';
import type { Table } from './text.ts';

const PART_WORDS = {
  open: 'Opening',
  close: 'Closing',
  direct: 'Direct',
  cross: 'Cross',
  witness: 'Witness',
  pretrial: 'Pretrial',
  clerk: 'Clerk',
  bailiff: 'Bailiff',
} as const;
const partWords = (part: Part): string => {
  const word = PART_WORDS[part.replace(/\d$/, '') as keyof typeof PART_WORDS];
  return /\d$/.test(part) ? `${word} #${part.slice(-1)}` : word;
};

/** The columns that name a part's student, our opponents' student, and the judge's comments on both. */
export const studentColumn = (part: Part): string => `${partWords(part)} Student`;
export const opponentStudentColumn = (part: Part): string => `${partWords(part)} Opponent`;
export const commentColumn = (part: Part): string => `${partWords(part)} Comment`;
export const opponentCommentColumn = (part: Part): string => `${partWords(part)} Opponent Comment`;
const RANK_WORDS: Record<RankKind, string> = { attorney: 'Attorney', witness: 'Witness', anyone: 'Overall' };
/** The columns of the ranks that the sheets ask for. */
export const rankColumns = (sheets: readonly Sheet[]): { kind: RankKind; rank: number; column: string }[] =>
  RANKED.flatMap((kind) =>
    Array.from({ length: Math.max(0, ...sheets.map((sheet) => maxRanks(sheet, kind))) }, (_, index) => ({
      kind,
      rank: index + 1,
      column: `${RANK_WORDS[kind]} Rank ${index + 1}`,
    })),
  );

/** What the tidy file may say beside its ten columns, on lines of our side. A rank among anyone has a column of its own. */
export const EXTRA_COLUMNS = [
  'team',
  'opponent',
  'our side',
  'rank',
  'overall rank',
  'comment',
  'margin',
  'sheet',
] as const;

/** The columns of scores, each once. */
export const scoreColumns = (sheets: readonly Sheet[]): string[] => [
  ...new Set(sheets.flatMap((sheet) => cellsOf(sheet).map(({ label }) => label))),
];

/** The parts that the sheets have scores for. */
export function partsOnAny(sheets: readonly Sheet[]): Part[] {
  const scored = new Set(sheets.flatMap((sheet) => partsOn(sheet)));
  return ALL_PARTS.filter((part) => scored.has(part));
}

/** All columns of files whose ballots are on these sheets. */
export function columnsFor(sheets: readonly Sheet[]): string[] {
  const parts = partsOnAny(sheets);
  return [
    ...TIDY_COLUMNS,
    ...EXTRA_COLUMNS,
    ...scoreColumns(sheets),
    ...parts.map(studentColumn),
    ...parts.map(opponentStudentColumn),
    ...rankColumns(sheets).map(({ column }) => column),
    ...parts.map(commentColumn),
    ...parts.map(opponentCommentColumn),
  ];
}

/** For each header of a file, our column, or null if it isn't one. */
export type Mapping = (string | null)[];

/** A column's name is shorter. */
const MAX_HEADER = 100;
/** A column’s name as words in lower case, for comparing: “P-Opening (Score)” is “p opening score”. */
export const wordsOf = (header: string): string =>
  header
    .slice(0, MAX_HEADER)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Other names of columns. */
export const SYNONYMS = {
  season: ['year', 'school year', 'season year'],
  tournament: ['tourney', 'tourn', 'tournament name', 'invitational', 'competition', 'event'],
  round: ['rd', 'rnd', 'round number', 'round no', 'trial'],
  ballot: ['ballot number', 'ballot no', 'ballot id', 'judge number', 'judge no'],
  judge: ['judge name', 'judges', 'scoring judge', 'scorer', 'evaluator'],
  side: ['party'],
  part: ['role', 'position'],
  student: ['student name', 'full name', 'name of student', 'name of the student', 'competitor', 'participant', 'name'],
  kind: ['type', 'score type'],
  score: ['points', 'pts', 'value'],
  team: ['our team', 'team name', 'team number', 'team no'],
  opponent: ['opponents', 'opp', 'opposing team', 'opponent team', 'versus', 'vs', 'against'],
  'our side': ['own side', 'team side', 'side played'],
  rank: ['ranking'],
  comment: ['comments', 'notes'],
  margin: ['pd', 'point differential', 'differential', 'point diff', 'tab margin'],
} as const;

type Names = { named: ReadonlyMap<string, string>; labels: ReadonlyMap<string, string> };
/** What headers are taken for, and the labels of scores by their keys. */
function namesFor(sheets: readonly Sheet[]): Names {
  // The first sheet's own names come last, and win.
  const cells = sheets.toReversed().flatMap((sheet) => cellsOf(sheet));
  return {
    labels: new Map(cells.map(({ key, label }) => [key, label])),
    named: new Map([
      ...Object.entries(SYNONYMS).flatMap(([column, others]) =>
        others.map((other): [string, string] => [other, column]),
      ),
      ...cells.map(({ key, label }): [string, string] => [key.toLowerCase(), label]),
      ...[...columnsFor(sheets), ...columnsFor(sheets.slice(0, 1))].map((column): [string, string] => [
        wordsOf(column),
        column,
      ]),
    ]),
  };
}

const SIDES = '(?:(p|pl|pros|plaintiff|prosecution)|d|def|defense|defence|defendant)(?: s)?';
const SIDE = new RegExp(`^${SIDES}(?: team)? `);
const WITNESS_OF_SIDE = new RegExp(`\\b${SIDES} (?:witness|wit|w)\\b`);
const OPENING = /\b(?:open|opening|opener)\b/;
const CLOSING = /\b(?:close|closing|closer)\b/;
const DIRECT = /\b(?:direct|dx)\b/;
const CROSS = /\b(?:cross|cx|crossed)\b/;
const WITNESS = /\b(?:witness|wit|w)\b/;
const ATTORNEY = /\b(?:attorney|atty|lawyer)\b/;
const FILLER = /\b(?:statement|argument|score|points|examination|exam|no|by)\b/g;

/** `P Dx W 1`, `Defense Cross #2`, `Plaintiff Opening Statement`. */
function scoreFieldOf(words: string): ScoreField | null {
  const [prefix, plaintiff] = SIDE.exec(words) ?? [];
  if (prefix === undefined) return null;
  const side = plaintiff === undefined ? 'd' : 'p';
  const rest = words
    .slice(prefix.length)
    .replaceAll(/\b(w)?(dx|cx|direct|cross|wit|witness|w)(\d)\b/g, '$1 $2 $3')
    .replaceAll(/\bw(dx|cx|direct|cross)\b/g, 'w $1');
  if (OPENING.test(rest)) return `${side}Open`;
  if (CLOSING.test(rest)) return `${side}Close`;
  const [n, second] = rest.match(/\b[1-3]\b/g) ?? [];
  const witness = WITNESS.test(rest);
  if (n === undefined || second !== undefined || DIRECT.test(rest) === CROSS.test(rest)) return null;
  const [whose, ofPlaintiff] = WITNESS_OF_SIDE.exec(rest) ?? [];
  // An attorney crosses the other side's witness.
  if (whose !== undefined && (ofPlaintiff === undefined ? 'd' : 'p') !== side)
    return CROSS.test(rest) ? (`${side}Cross${n}` as ScoreField) : null;
  // "Cross of witness 1" says neither whose witness it is nor whose score.
  if (witness && /\bof\b/.test(rest)) return null;
  // "Witness 1, attorney's direct" doesn't say whose score it is.
  if (witness && ATTORNEY.test(rest)) return null;
  return `${side}${witness ? 'W' : ''}${DIRECT.test(rest) ? 'Direct' : 'Cross'}${n}` as ScoreField;
}

/** `Direct 1`, `Opener`, `Witness #2 Student`: without a side these name a part of ours. */
function partColumnOf(words: string): string | null {
  const kind = /\bcomments?\b/.test(words) ? commentColumn : studentColumn;
  const rest = words
    .replaceAll(/\b(?:student|name|comments?|attorney|atty|lawyer)\b/g, ' ')
    .replaceAll(FILLER, ' ')
    .replaceAll(/([a-z])(\d)/g, '$1 $2')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^(?:open|opening|opener)$/.test(rest)) return kind('open');
  if (/^(?:close|closing|closer)$/.test(rest)) return kind('close');
  const [, word, n] = /^(direct|dx|cross|cx|witness|wit|w) ([1-3])$/.exec(rest) ?? [];
  if (word === undefined) return null;
  const part = word.startsWith('w') ? 'witness' : word.startsWith('d') ? 'direct' : 'cross';
  return kind(`${part}${n}` as Part);
}

function columnOf(header: string, { named, labels }: Names): string | null {
  const words = wordsOf(header);
  const column = named.get(words);
  if (column !== undefined) return column;
  const field = scoreFieldOf(words);
  return field === null ? partColumnOf(words) : (labels.get(field) ?? null);
}

/** Whether a header is taken for one of our columns: 'exact' if that is its name. */
export function headerCheck(sheets: readonly Sheet[]): (header: string) => 'exact' | boolean {
  const names = namesFor(sheets);
  const exact = new Set(columnsFor(sheets));
  return (header) => (exact.has(header) ? 'exact' : columnOf(header, names) !== null);
}

/**
 * Our column for each header. Of several headers for one column, the one that is named exactly like it counts, or the first.
 */
export function suggestMapping(headers: readonly string[], sheets: readonly Sheet[] = COLLEGE_ONLY): Mapping {
  const names = namesFor(sheets);
  // Versions of a sheet may have labels that differ only in capitals or signs. A file that names no sheet is on the first one.
  const exact = new Set(
    columnsFor(headers.some((header) => wordsOf(header) === 'sheet') ? sheets : sheets.slice(0, 1)),
  );
  return eachOnce(headers, (header) => (exact.has(header) ? header : columnOf(header, names)));
}

/** The column for each header, of several headers for one as `suggestMapping` says. */
export function eachOnce(headers: readonly string[], columnFor: (header: string) => string | null): Mapping {
  const mapping = headers.map(columnFor);
  const places = new Map<string, { place: number; isExact: boolean }>();
  for (const [place, column] of mapping.entries()) {
    if (column === null || places.get(column)?.isExact === true) continue;
    const isExact = wordsOf(headers[place]!) === wordsOf(column);
    if (isExact || !places.has(column)) places.set(column, { place, isExact });
  }
  return mapping.map((column, place) => (column !== null && places.get(column)?.place === place ? column : null));
}

/**
 * What a person has chosen for the headers where it is a column of the sheet, and for the others what they say. The choice may be
 * from before the file got its sheet.
 */
export function mappingBy(chosen: Mapping, headers: readonly string[], sheets: readonly Sheet[]): Mapping {
  const suggested = suggestMapping(headers, sheets);
  const namesSheets = [...chosen, ...suggested].includes('sheet');
  const known = new Set(columnsFor(namesSheets ? sheets : sheets.slice(0, 1)));
  const decided = headers.map((_, place) => {
    const column = chosen[place];
    return column === null || (column !== undefined && known.has(column)) ? column : undefined;
  });
  return decided.map((column, place) => {
    if (column !== undefined) return column;
    return decided.includes(suggested[place]) ? null : (suggested[place] ?? null);
  });
}

/** The same table with our columns as its header. Columns without a place in the mapping are dropped. */
export function applyMapping({ header, rows }: Table, mapping: Mapping): Table {
  const kept = header.cells.flatMap((_, index) => (typeof mapping[index] === 'string' ? [index] : []));
  const keptCells = (cells: readonly string[]): string[] => kept.map((index) => cells[index] ?? '');
  return {
    header: { line: header.line, cells: kept.map((index) => mapping[index]!) },
    rows: rows.map(({ line, cells }) => ({ line, cells: keptCells(cells) })),
  };
}
