// A side's total as the judge wrote it on the paper, against what the cells come to. The cells decide; judges add wrongly.
import { HIGHEST_TOTAL } from './score.ts';

/** What was entered as a number from 0 to 140, or null when nothing that is one was entered. */
function paperTotalOf(entered: string): number | null {
  if (!/^\d{1,3}$/.test(entered.trim())) return null;
  const total = Number(entered);
  return total <= HIGHEST_TOTAL ? total : null;
}

export type TotalCheck = { agrees: boolean; text: string };

/** How the total on the paper compares; null while none was entered. */
export function checkTotal(entered: string, total: number): TotalCheck | null {
  if (entered.trim() === '') return null;
  const paper = paperTotalOf(entered);
  if (paper === null) return { agrees: false, text: `A total is a whole number from 0 to ${HIGHEST_TOTAL}.` };
  if (paper === total) return { agrees: true, text: 'Matches the cells.' };
  const points = Math.abs(paper - total);
  const more = paper > total ? 'more' : 'less';
  return {
    agrees: false,
    text: `The paper says ${points} ${more} than the cells. Check the cells, or the judge’s sum.`,
  };
}
