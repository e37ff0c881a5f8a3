// The file in which a school says what its own photos show: `npm run recognize -- --truth scores.csv photos/`.
import { recognitionLabel, SCORE_FIELDS, type ScoreField } from '#ballot/form.ts';
import type { CellTruth } from './reading-figures.ts';

/** `judge` tells one hand from another: any name or number, the same on all ballots of one judge. */
export type PhotoTruth = { photo: string; judge: string; scores: Record<ScoreField, CellTruth> };

const COLUMNS = ['Photo', 'Judge', ...SCORE_FIELDS.map(recognitionLabel)];

/** An empty file to fill in, with a line for each photo. */
export const truthTemplate = (photos: readonly string[]): string =>
  [COLUMNS, ...photos.map((photo) => [photo, ...COLUMNS.slice(1).map(() => '')])]
    .map((row) => row.join(','))
    .join('\n');

/**
 * Reads the file as a spreadsheet saves it: separated by commas, semicolons or tabs.
 * @throws {Error} when a column is missing or a photo is listed twice, in a sentence to show
 */
export function readTruth(text: string): PhotoTruth[] {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const separator = ['\t', ';'].find((sign) => head.includes(sign)) ?? ',';
  const cellsOf = (line: string): string[] =>
    line.split(separator).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const columns = cellsOf(head);
  const missing = COLUMNS.filter((column) => column !== 'Judge' && !columns.includes(column));
  if (missing.length > 0)
    throw new Error(`The first line has no column ${missing.map((name) => `"${name}"`).join(', ')}.`);
  const seen = new Set<string>();
  return lines
    .filter((line) => cellsOf(line).some((cell) => cell !== ''))
    .map((line) => {
      const cells = cellsOf(line);
      const cellOf = (column: string): string => cells[columns.indexOf(column)] ?? '';
      const photo = cellOf('Photo');
      if (seen.has(photo)) throw new Error(`"${photo}" is listed twice.`);
      seen.add(photo);
      const scores = Object.fromEntries(SCORE_FIELDS.map((field) => [field, truthOf(cellOf(recognitionLabel(field)))]));
      // Without a name every photo counts as another judge's.
      return { photo, judge: cellOf('Judge') || photo, scores: scores as Record<ScoreField, CellTruth> };
    });
}

function truthOf(cell: string): CellTruth {
  if (cell === '') return null;
  return /^(\d|10)$/.test(cell) ? Number(cell) : 'odd';
}
