// The figures of docs/recognition.md: how well ballots were read, and how far the figures can be trusted.
import { MIN_FIELD_CONFIDENCE } from '#ballot/extracted.ts';

/** What a cell holds: a score, null for an empty cell, 'odd' for writing that is not a whole score (9.5, 8+). */
export type CellTruth = number | null | 'odd';
/** `overwritten`: written over another score. */
export type JudgedField = { truth: CellTruth; value: number | null; confidence: number; overwritten?: boolean };
/** `fields` is empty when the form was not found. */
export type JudgedBallot = { writer: string; found: boolean; fields: readonly JudgedField[] };

/** The page marks every cell that was not read, however sure it is that it is empty (`#ballot/doubts.ts`). */
const sureness = ({ value, confidence }: JudgedField): number => (value === null ? 0 : confidence);
const isMarked = (field: JudgedField): boolean => sureness(field) < MIN_FIELD_CONFIDENCE;
const isWrong = ({ truth, value }: JudgedField): boolean => truth !== value;
const scoresOf = ({ fields }: JudgedBallot): JudgedField[] => fields.filter(({ truth }) => truth !== 'odd');
const isUnmarkedError = (field: JudgedField): boolean => isWrong(field) && !isMarked(field);

const percent = (part: number, whole: number, digits = 1): string =>
  whole ? `${((100 * part) / whole).toFixed(digits)} %` : '-';
const tableLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const COLUMNS = [
  '',
  'ballots',
  'found',
  'fields right',
  'all right',
  'errors in the 5 % least sure',
  'wrong, not marked',
  '95 % interval',
  'marked',
  'odd writing marked',
  'overwritten marked',
];

/** A table in Markdown with a line for each group of ballots. */
export function figuresTable(rows: readonly (readonly [name: string, ballots: readonly JudgedBallot[]])[]): string {
  const lines = rows.map(([name, ballots]) => figuresLine(name, ballots));
  return [COLUMNS, COLUMNS.map(() => '---'), ...lines].map(tableLine).join('\n');
}

function figuresLine(name: string, ballots: readonly JudgedBallot[]): string[] {
  const fields = ballots.flatMap(scoresOf);
  const odd = ballots.flatMap((ballot) => ballot.fields.filter(({ truth }) => truth === 'odd'));
  const overwritten = fields.filter((field) => field.overwritten);
  const wrong = fields.filter(isWrong);
  const leastSure = fields.toSorted((one, other) => sureness(one) - sureness(other)).slice(0, fields.length / 20);
  const found = ballots.filter((ballot) => ballot.found).length;
  const allRight = ballots.filter((ballot) => ballot.fields.length > 0 && !scoresOf(ballot).some(isWrong)).length;
  return [
    name,
    String(ballots.length),
    percent(found, ballots.length),
    percent(fields.length - wrong.length, fields.length, 2),
    percent(allRight, found),
    percent(leastSure.filter(isWrong).length, wrong.length),
    `${percent(wrong.filter(isUnmarkedError).length, fields.length, 3)} (${wrong.filter(isUnmarkedError).length})`,
    unmarkedInterval(ballots),
    percent(fields.filter(isMarked).length, fields.length),
    `${odd.filter(isMarked).length}/${odd.length}`,
    `${overwritten.filter(isMarked).length}/${overwritten.length}`,
  ];
}

const DRAWS = 2000;
/** Of fewer writers no interval can be told. */
const MIN_WRITERS = 5;

/** How many there are of something, and how many there could be. */
type Share = { part: number; whole: number };
const shareOf =
  (is: (field: JudgedField) => boolean) =>
  (ballots: readonly JudgedBallot[]): Share => {
    const fields = ballots.flatMap(scoresOf);
    return { part: fields.filter(is).length, whole: fields.length };
  };
const unmarkedErrors = shareOf(isUnmarkedError);
const FIGURES = {
  'fields right': shareOf((field) => !isWrong(field)),
  'all right': (ballots: readonly JudgedBallot[]): Share => ({
    part: ballots.filter((ballot) => ballot.fields.length > 0 && !scoresOf(ballot).some(isWrong)).length,
    whole: ballots.filter(({ found }) => found).length,
  }),
  'wrong, not marked': unmarkedErrors,
  marked: shareOf(isMarked),
};

/** A table of the four figures that decide, each with its interval over writers. */
export function decidingTable(rows: readonly (readonly [name: string, ballots: readonly JudgedBallot[]])[]): string {
  const lines = rows.map(([name, ballots]) => [
    name,
    `${ballots.length} by ${new Set(ballots.map(({ writer }) => writer)).size}`,
    String(ballots.filter(({ found }) => found).length),
    ...Object.values(FIGURES).map((figure) => {
      const { part, whole } = figure(ballots);
      const writers = sharesByWriter(ballots, figure);
      return `${percent(part, whole, 2)} (${writers.length < MIN_WRITERS ? '-' : bootstrapped(writers, 2)})`;
    }),
  ]);
  const head = ['', 'ballots, writers', 'found', ...Object.keys(FIGURES)];
  return [head, head.map(() => '---'), ...lines].map(tableLine).join('\n');
}

/** Where the share of fields that are wrong and not marked lies; when nobody had such an error, how many writers may. */
function unmarkedInterval(ballots: readonly JudgedBallot[]): string {
  const writers = sharesByWriter(ballots, unmarkedErrors);
  if (writers.length < MIN_WRITERS) return '-';
  if (writers.every(({ part }) => part === 0))
    return `at most ${percent(1 - 0.05 ** (1 / writers.length), 1)} of writers`;
  return bootstrapped(writers, 3);
}

const sharesByWriter = (ballots: readonly JudgedBallot[], figure: (of: JudgedBallot[]) => Share): Share[] =>
  [...Map.groupBy(ballots, ({ writer }) => writer).values()].map(figure);

/**
 * Where a share lies with a chance of 95 %: a bootstrap over writers, because the errors of one hand are one finding and
 * not many.
 */
function bootstrapped(writers: readonly Share[], digits: number): string {
  const shares = Array.from({ length: DRAWS }, (_, draw) => {
    let [parts, wholes] = [0, 0];
    for (let index = 0; index < writers.length; index += 1) {
      const { part, whole } = writers[Math.floor(repeatable(draw * writers.length + index) * writers.length)]!;
      parts += part;
      wholes += whole;
    }
    return parts / Math.max(1, wholes);
  }).toSorted((one, other) => one - other);
  return `${percent(shares[DRAWS * 0.025]!, 1, digits)} to ${percent(shares[DRAWS * 0.975 - 1]!, 1, digits)}`;
}

/** The same numbers from 0 to 1 on every run, so that the same readings give the same interval. */
function repeatable(at: number): number {
  let mixed = Math.imul(at + 1, 0x9e_37_79_b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85_eb_ca_6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2_b2_ae_35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x1_00_00_00_00;
}

const CONFIDENCE_STEPS = [0, 0.5, 0.7, 0.9, 0.95, 0.99, 1.01];

/** What the confidences said beside what was right. */
export function calibrationLines(ballots: readonly JudgedBallot[]): string[] {
  const fields = ballots.flatMap(scoresOf);
  return CONFIDENCE_STEPS.slice(1).map((to, index) => {
    const from = CONFIDENCE_STEPS[index]!;
    const group = fields.filter(({ confidence }) => confidence >= from && confidence < to);
    const said = group.reduce((sum, { confidence }) => sum + confidence, 0);
    const right = group.filter((field) => !isWrong(field)).length;
    return `${from.toFixed(2)}-${Math.min(1, to).toFixed(2)}: ${group.length} fields, said ${percent(said, group.length)}, right ${percent(right, group.length)}`;
  });
}

/** The commonest confusions first. */
export function mistakesLine(ballots: readonly JudgedBallot[]): string {
  const wrong = ballots.flatMap(scoresOf).filter(isWrong);
  const kinds = Map.groupBy(wrong, ({ truth, value }) => `${truth ?? 'blank'} as ${value ?? 'blank'}`);
  const sorted = [...kinds].toSorted(([, one], [, other]) => other.length - one.length).slice(0, 12);
  return `Mistakes: ${sorted.map(([kind, { length }]) => `${kind} ${length}`).join(', ') || 'none'}`;
}
