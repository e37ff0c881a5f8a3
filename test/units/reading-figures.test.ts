import { describe, expect, test } from 'vitest';
import {
  decidingTable,
  figuresTable,
  type JudgedBallot,
  type JudgedField,
} from '../../scripts/tools/reading-figures.ts';

const right: JudgedField = { truth: 7, value: 7, confidence: 1 };
const unmarkedError: JudgedField = { truth: 9, value: 7, confidence: 1 };
const ballot = (writer: string, ...special: JudgedField[]): JudgedBallot => ({
  writer,
  found: true,
  fields: [...special, ...Array.from({ length: 28 - special.length }, () => right)],
});
/** The cells of the table's only line, without its name. */
const figures = (ballots: readonly JudgedBallot[]): string[] =>
  figuresTable([['all', ballots]])
    .split('\n')
    .at(-1)!
    .split(' | ')
    .slice(1);
const widthOf = (interval: string): number => {
  const [from, to] = interval.split(' to ').map(Number.parseFloat);
  return to! - from!;
};

describe('the figures of a benchmark', () => {
  test('count a wrong field as unmarked only when nothing asks a person to look at it', () => {
    const cases = [unmarkedError, { ...unmarkedError, confidence: 0.9 }, { truth: 9, value: null, confidence: 1 }];
    const [, , , , , unmarked] = figures([ballot('a', ...cases)]);
    expect(unmarked).toBe('3.571 % (1)');
  });

  test('leave odd writing out of the share that is right, and say how much of it was marked', () => {
    const odd = { truth: 'odd', value: 9, confidence: 0.5 } as const;
    const cells = figures([ballot('a', odd, { ...odd, confidence: 1 })]);
    expect(cells[2]).toBe('100.00 %');
    expect(cells[8]).toBe('1/2');
  });

  test('are less sure when one writer made all the errors than when many did', () => {
    const writers = Array.from({ length: 40 }, (_, index) => String(index));
    const scattered = writers.map((writer, index) => ballot(writer, ...(index < 10 ? [unmarkedError] : [])));
    const ofOne = writers.map((writer, index) =>
      ballot(writer, ...(index < 1 ? Array.from({ length: 10 }, () => unmarkedError) : [])),
    );
    expect(figures(scattered)[5]).toBe(figures(ofOne)[5]);
    expect(widthOf(figures(ofOne)[6]!)).toBeGreaterThan(widthOf(figures(scattered)[6]!));
  });

  test('bound the share of writers with an error even when no writer had one', () => {
    const writers = Array.from({ length: 59 }, (_, index) => String(index));
    expect(figures(writers.map((writer) => ballot(writer)))[6]).toBe('at most 5.0 % of writers');
  });

  test('give every figure that decides something an interval that contains it, and none for a handful of writers', () => {
    const doubtful = { ...right, confidence: 0.5 };
    const some = (count: number): JudgedBallot[] =>
      Array.from({ length: count }, (_, index) =>
        ballot(String(index), ...(index % 2 ? [unmarkedError, doubtful] : [])),
      );
    const cells = (count: number): string[] =>
      decidingTable([['all', some(count)]])
        .split('\n')
        .at(-1)!
        .split(' | ')
        .slice(3);
    for (const cell of cells(20)) {
      const [share, from, to] = cell.match(/[\d.]+/g)!.map(Number);
      expect(from, cell).toBeLessThan(share!);
      expect(to, cell).toBeGreaterThan(share!);
    }
    for (const cell of cells(4)) expect(cell).toContain('(-)');
  });
});
