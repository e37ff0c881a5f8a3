import type { Paper } from '#ballot/drawing.ts';

/** Letter where it is the usual paper, A4 everywhere else. */
export const usualPaper = (): Paper => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'Letter' : 'A4');
