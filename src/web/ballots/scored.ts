// The scores of a ballot while somebody enters or checks them. Every change is a function of the latest ballot, so no late answer
// and no other tab overwrites what was entered since.
import { useState } from 'react';
import { doubtsOf, type Checked } from '#ballot/doubts.ts';
import type { Extracted } from '#ballot/extracted.ts';
import type { Side } from '#ballot/form.ts';
import type { PartialScores } from '#ballot/score.ts';
import { keysOf, type Sheet } from '#ballot/sheet/sheet.ts';

export type Scored = {
  /** A missing score is empty. */
  scores: PartialScores<string>;
  checked: Checked;
  /** The totals that the judge wrote, as entered. Empty until then. */
  paperTotals: Record<Side, string>;
};
export type Edit<Ballot> = (latest: Ballot) => Ballot;

/** Enters a score; an emptied cell was not read. */
export const withScore =
  (field: string, score: number | null) =>
  <Ballot extends Scored>(latest: Ballot): Ballot => ({
    ...latest,
    scores: { ...latest.scores, [field]: score },
    checked: { ...latest.checked, [field]: 'typed' },
  });
export const withConfirmed =
  (field: string) =>
  <Ballot extends Scored>(latest: Ballot): Ballot => ({
    ...latest,
    checked: { ...latest.checked, [field]: 'confirmed' },
  });
export const unreadIn = (sheet: Sheet, scores: PartialScores<string>): number =>
  keysOf(sheet).filter((key) => (scores[key] ?? null) === null).length;

interface Scoring<Ballot extends Scored> {
  sheet: Sheet;
  ballot: Ballot;
  change: (edit: Edit<Ballot>) => void;
  /** What was read from a photo, if the scores come from one. */
  read?: Extracted['fields'] | null;
  /** An emptied cell stays empty. Otherwise it counts as 0. */
  mayStayEmpty?: boolean;
}

/** Which cell has the keyboard, which are still to check, and what the grid of scores needs to know. */
export function useScoring<Ballot extends Scored>(scoring: Scoring<Ballot>) {
  const { sheet, ballot, change, read = null, mayStayEmpty = true } = scoring;
  const { scores, checked, paperTotals } = ballot;
  const [current, setCurrent] = useState<string | null>(null);
  const [typing, setTyping] = useState<string | null>(null);
  return {
    sheet,
    scores,
    mayStayEmpty,
    /** The scores to check. Enter in one of them leads to the next. */
    doubts: doubtsOf(sheet, { scores, fields: read, checked, typing }),
    current,
    paperTotals,
    /** Null when the cell was emptied. */
    onScore: (field: string, score: number | null) => {
      setTyping(field);
      change(withScore(field, mayStayEmpty ? score : (score ?? 0)));
    },
    onConfirm: (field: string) => change(withConfirmed(field)),
    onFocus: setCurrent,
    onBlur: () => setTyping(null),
    onPaperTotal: (side: Side, entered: string) =>
      change((latest) => ({ ...latest, paperTotals: { ...latest.paperTotals, [side]: entered } })),
  };
}
export type EnteredScores = ReturnType<typeof useScoring>;
