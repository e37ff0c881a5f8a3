// Entering the scores of a draft: which cell has the keyboard, which are still to check, and what the grid of scores needs to know.
import { useState } from 'react';
import type { Extracted } from '#ballot/extracted.ts';
import type { ScoreField, Side } from '#ballot/form.ts';
import { doubtsOfDraft, unreadIn, withConfirmed, withPaperTotal, withScore, type BallotDraft } from './ballot-draft.ts';

type Change = (edit: (latest: BallotDraft) => BallotDraft) => void;

/** `read` is what was read from a photo, if the scores come from one. */
export function useDraftScores(draft: BallotDraft, change: Change, read: Extracted['fields'] | null = null) {
  const [current, setCurrent] = useState<ScoreField | null>(null);
  const [typing, setTyping] = useState<ScoreField | null>(null);
  const doubts = doubtsOfDraft(draft, read, typing);
  return {
    current,
    doubts,
    unread: unreadIn(draft.scores),
    grid: {
      scores: draft.scores,
      mayStayEmpty: true,
      doubts,
      current,
      onScore: (field: ScoreField, score: number | null) => {
        setTyping(field);
        change(withScore(field, score));
      },
      onConfirm: (field: ScoreField) => change(withConfirmed(field)),
      onFocus: setCurrent,
      onBlur: () => setTyping(null),
    },
    /** The totals that the judge wrote. */
    totals: {
      paperTotals: draft.paperTotals,
      onPaperTotal: (side: Side, entered: string) => change(withPaperTotal(side, entered)),
    },
  };
}
