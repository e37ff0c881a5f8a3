// The data sets and lme4's results, written by fixtures/write-fixtures.R.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Design } from '#metrics/equations.ts';
import { readTidyCsv } from '#metrics/tidy-csv.ts';
import { trialsOf, type Trial } from '#metrics/trials.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

type Simple = {
  factors: string[];
  variances: number[];
  mean: number;
  criterion: number;
  shown: string;
  effects: Record<string, number>;
};
type Crossed = {
  variances: Record<'ballot' | 'opponent' | 'student' | 'studentInRound' | 'rest', number>;
  criterion: number;
  /** By role, side and party. */
  means: Record<string, number>;
  /** By role and student: the effect and its prediction error variance. */
  effects: Record<string, [effect: number, errorVariance: number]>;
  /** The covariance of the first two effects' errors. */
  firstCovariance: number;
};
type Expected = Record<'penicillin' | 'dyestuff', Simple> & Record<'usual' | 'unread' | 'different', Crossed>;
export const EXPECTED = JSON.parse(read('expected.json')) as Expected;

export const CROSSED = ['usual', 'unread', 'different'] as const;
export const seasonFixture = (name: (typeof CROSSED)[number]): Trial[] =>
  trialsOf(readTidyCsv(read(`${name}.csv`)).rows);
export const seasonFixturePath = (name: (typeof CROSSED)[number]): string =>
  join(import.meta.dirname, 'fixtures', `${name}.csv`);

/** A design with an intercept and a factor per named column of a CSV text, and each factor's level names. */
export function designOf(
  csv: string,
  response: string,
  names: readonly string[],
): { design: Design; levels: string[][] } {
  const [header = [], ...lines] = csv
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const column = (name: string): string[] => lines.map((line) => line[header.indexOf(name)]!);
  const levels = names.map((name) => [...new Set(column(name))]);
  const factors = names.map((name, index) => {
    const places = new Map(levels[index]!.map((level, place) => [level, place]));
    return { name, levels: Int32Array.from(column(name), (level) => places.get(level)!), count: places.size };
  });
  const y = Float64Array.from(column(response), Number);
  return { design: { response: y, fixed: [new Float64Array(y.length).fill(1)], factors }, levels };
}

export const simpleFixture = (name: 'penicillin' | 'dyestuff'): ReturnType<typeof designOf> =>
  designOf(read(`${name}.csv`), 'y', EXPECTED[name].factors);
