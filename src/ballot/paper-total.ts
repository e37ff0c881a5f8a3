// Compares a total that the judge wrote on the paper with the sum of the scores. The scores decide; judges make mistakes.

/** The total that was entered, or null if it isn't a whole number from 0 to the maximum. */
function parseTotal(entered: string, maximum: number): number | null {
  const digits = entered.trim();
  if (!/^\d+$/.test(digits) || digits.length > String(maximum).length) return null;
  return Number(digits) <= maximum ? Number(digits) : null;
}

export type TotalCheck = { agrees: boolean; text: string };

/** Returns null while no total is entered. */
export function checkTotal(entered: string, total: number, maximum: number): TotalCheck | null {
  if (entered.trim() === '') return null;
  const paper = parseTotal(entered, maximum);
  if (paper === null) return { agrees: false, text: `Enter a whole number from 0 to ${maximum}.` };
  if (paper === total) return { agrees: true, text: 'Matches these scores.' };
  const comparison = paper > total ? 'higher' : 'lower';
  return { agrees: false, text: `The judge’s total is ${Math.abs(paper - total)} ${comparison} than these scores.` };
}
