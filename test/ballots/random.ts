// Repeatable randomness: the same seed makes the same ballots on every machine.

export type Random = {
  /** From 0 to 1. */
  next(): number;
  between(from: number, to: number): number;
  whole(from: number, to: number): number;
  normal(spread: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
};

export function randomFrom(seed: number): Random {
  let state = (seed * 0x9e_37_79_b1) >>> 0;
  const next = (): number => {
    // Mulberry32 (public domain).
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_00_00_00_00;
  };
  return {
    next,
    between: (from, to) => from + (to - from) * next(),
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    normal: (spread) => spread * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    chance: (probability) => next() < probability,
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
  };
}
