import { PAGES, type Paper } from '#ballot/drawing.ts';

export const PAPER_OPTIONS = (Object.keys(PAGES) as Paper[]).map((paper) => ({ value: paper, label: paper }));

/** Letter where it is the usual paper, A4 everywhere else. */
export const usualPaper = (): Paper => (/-(US|CA|MX|PH)$/.test(navigator.language) ? 'Letter' : 'A4');
