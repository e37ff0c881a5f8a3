import { describe, expect, test } from 'vitest';
import { MIN_FIELD_CONFIDENCE } from '#ballot/extracted.ts';
import { weighed } from '#recognizer/read/confidence.ts';
import { combined, decide } from '#recognizer/read/read-scores.ts';

/** The chances of the 13 classes; what is left goes to class 12, which is never an answer. */
function chances(given: Readonly<Record<number, number>>): Float32Array {
  const rest = 1 - Object.values(given).reduce((sum, chance) => sum + chance, 0);
  return Float32Array.from({ length: 13 }, (_, index) => given[index] ?? (index === 12 ? rest : 0));
}

describe('the hand reader', () => {
  test('makes a sure cell doubtful but leaves its score', () => {
    const { value, confidence } = decide(combined({ alone: chances({ 1: 0.99 }), together: chances({ 7: 0.999 }) }));
    expect(value).toBe(1);
    expect(confidence).toBeLessThan(MIN_FIELD_CONFIDENCE);
  });

  test('leaves a sure empty cell empty', () => {
    const { value } = decide(combined({ alone: chances({ 11: 0.995 }), together: chances({ 1: 0.9 }) }));
    expect(value).toBeNull();
  });

  test('decides when the cell alone is in doubt, and the score is marked', () => {
    const alone = chances({ 4: 0.55, 9: 0.45 });
    const { value, confidence } = decide(combined({ alone, together: chances({ 9: 0.999 }) }));
    expect(value).toBe(9);
    expect(confidence).toBeLessThan(MIN_FIELD_CONFIDENCE);
  });

  test('clears the mark of a cell that is nearly certain on its own', () => {
    const alone = chances({ 7: 0.9, 1: 0.09 });
    const { value, confidence } = decide(combined({ alone, together: chances({ 7: 0.999, 1: 0.0009 }) }));
    expect(value).toBe(7);
    expect(confidence).toBeGreaterThanOrEqual(MIN_FIELD_CONFIDENCE);
  });

  test('cannot clear the mark of a cell that is far from certain on its own, however similar the others are', () => {
    const { value, confidence } = decide(combined({ alone: chances({ 7: 0.55 }), together: chances({ 7: 1 }) }));
    expect(value).toBe(7);
    expect(confidence).toBeLessThan(MIN_FIELD_CONFIDENCE);
  });

  test('marks a cell that both readers doubt a little', () => {
    const alone = chances({ 4: 0.97, 9: 0.03 });
    const { value, confidence } = decide(combined({ alone, together: chances({ 4: 0.96, 9: 0.04 }) }));
    expect(value).toBe(4);
    expect(confidence).toBeLessThan(MIN_FIELD_CONFIDENCE);
  });
});

describe('the confidence that is shown', () => {
  /** The shown confidence of a cell read with `confidence`; `noScore` is the probability that it isn't a whole score. */
  const shown = (confidence: number, noScore: number): number => weighed({ confidence, noScore });

  test('marks a score when another one is nearly as likely, and not when the only alternative is an empty cell', () => {
    expect(shown(0.97, 0)).toBeLessThan(MIN_FIELD_CONFIDENCE);
    expect(shown(0.97, 0.03)).toBeGreaterThanOrEqual(MIN_FIELD_CONFIDENCE);
  });

  test('marks writing that is probably no whole score', () => {
    expect(shown(0.5, 0.5)).toBeLessThan(MIN_FIELD_CONFIDENCE);
  });

  test('is between 0 and 1, and lower the more likely another score is', () => {
    for (let noScore = 0; noScore <= 1; noScore += 0.1)
      for (let confidence = 0; confidence + noScore <= 1; confidence += 0.1) {
        expect(shown(confidence, noScore)).toBeGreaterThanOrEqual(0);
        expect(shown(confidence, noScore)).toBeLessThanOrEqual(1);
        expect(shown(confidence, noScore)).toBeGreaterThanOrEqual(shown(confidence - 0.1, noScore));
      }
  });
});
