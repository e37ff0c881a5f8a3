// The standard normal distribution, as far as the figures need it.

/** Half of 90% lies between 0 and this many standard deviations. */
export const Z_90 = 1.6448536269514722;
/** The same for 95%. */
export const Z_95 = 1.959963984540054;
/** Nine tenths of the distribution lie below this many standard deviations. */
export const Z_90_BELOW = 1.2815515655446004;

/**
 * The probability that a standard normal number is below z.
 * Method: Abramowitz and Stegun (1964), 26.2.17; its error is below 7.5e-8.
 */
export function normalBelow(z: number): number {
  if (z < 0) return 1 - normalBelow(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
