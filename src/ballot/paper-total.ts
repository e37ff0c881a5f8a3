// Compares a total that the judge wrote on the paper with the sum of the scores. The scores decide; judges make mistakes.
import { MAX_TOTAL } from './score.ts';

/** The total that was entered, or null if it isn't a whole number from 0 to 140. */
function parseTotal(entered: string): number | null {
  if (!/^\d{1,3}$/.test(entered.trim())) return null;
  const total = Number(entered);
  return total <= MAX_TOTAL ? total : null;
}

export type TotalCheck = { agrees: boolean; text: string };

/** Returns null while no total is entered. */
export function checkTotal(entered: string, total: number): TotalCheck | null {
  if (entered.trim() === '') return null;
  const paper = parseTotal(entered);
  if (paper === null) return { agrees: false, text: `Enter a whole number from 0 to ${MAX_TOTAL}.` };
  if (paper === total) return { agrees: true, text: 'Matches these scores.' };
  const comparison = paper > total ? 'higher' : 'lower';
  return { agrees: false, text: `The judge's total is ${Math.abs(paper - total)} ${comparison} than these scores.` };
}
