// Ballots that a person is typing or checking, kept in this browser until they are kept in the season book. A draft survives a
// reload, a lost connection and a refusal.
import { useCallback, useMemo } from 'react';
import { doubtsOf, type Checked, type Doubt } from '#ballot/doubts.ts';
import { wasRead, type Extracted } from '#ballot/extracted.ts';
import { recognitionLabel, SCORE_FIELDS, type ScoreField, type Side } from '#ballot/form.ts';
import { coerceScore, MAX_TOTAL, type PartialScores } from '#ballot/score.ts';
import type { KeptBallot, KeptScores } from '#contract/kept-ballots.ts';
import { otherSide, textsOn, type Part } from '#metrics/scores.ts';
import { newId } from '#web/forms/use-add.ts';
import { forget, remember, remembered, useRemembered } from '#web/state/remembered.ts';

/** What a ballot says besides its scores, as a form has it. */
export type BallotFacts = Pick<KeptBallot, 'judge' | 'ranks'> & {
  /** On our parts, and on the opponents' where they are ours too. */
  comments: Partial<Record<Part, string>>;
  opponentComments: Partial<Record<Part, string>>;
  /** Null: the next free number. */
  number: number | null;
  /** As it was typed. */
  tabMargin: string;
};

export type BallotDraft = {
  /** The kept ballot's id, so that a draft sent twice is kept once. */
  id: string;
  facts: BallotFacts;
  scores: KeptScores;
  checked: Checked;
  paperTotals: Record<Side, string>;
};

const NO_FACTS: BallotFacts = {
  number: null,
  judge: '',
  tabMargin: '',
  comments: {},
  opponentComments: {},
  ranks: { attorney: [], witness: [] },
};

export const factsOf = ({ number, judge, tabMargin, comments, ranks }: KeptBallot, ourSide: Side): BallotFacts => ({
  number,
  judge,
  tabMargin: tabMargin === null ? '' : String(tabMargin),
  comments: textsOn(ourSide, comments),
  opponentComments: textsOn(otherSide(ourSide), comments),
  ranks,
});

const scoresBy = (score: (field: ScoreField) => number | null): KeptScores =>
  Object.fromEntries(SCORE_FIELDS.map((field) => [field, score(field)])) as KeptScores;

export const emptyDraft = (): BallotDraft => ({
  id: newId(),
  facts: NO_FACTS,
  scores: scoresBy(() => null),
  checked: {},
  paperTotals: { p: '', d: '' },
});

/** The draft of a photo that was read. A cell that could not be read stays empty. */
export const draftFromPhoto = (fields: Extracted['fields']): BallotDraft => ({
  ...emptyDraft(),
  facts: { ...NO_FACTS, judge: String(fields[recognitionLabel('judgeName')]?.value ?? '').trim() },
  scores: scoresBy((field) => {
    const read = fields[recognitionLabel(field)];
    return wasRead(read) ? coerceScore(read?.value) : null;
  }),
});

type Edit = (latest: BallotDraft) => BallotDraft;

/** Enters a score; an emptied cell was not read. */
export const withScore =
  (field: ScoreField, score: number | null): Edit =>
  (latest) => ({
    ...latest,
    scores: { ...latest.scores, [field]: score },
    checked: { ...latest.checked, [field]: 'typed' },
  });
export const withConfirmed =
  (field: ScoreField): Edit =>
  (latest) => ({ ...latest, checked: { ...latest.checked, [field]: 'confirmed' } });
export const withPaperTotal =
  (side: Side, entered: string): Edit =>
  (latest) => ({ ...latest, paperTotals: { ...latest.paperTotals, [side]: entered } });
/** Enters some of the facts. */
export const withFacts =
  (typed: Partial<BallotFacts>): Edit =>
  (latest) => ({ ...latest, facts: { ...latest.facts, ...typed } });

/** The cells to look at again before the ballot is kept. */
export const doubtsOfDraft = (
  { scores, checked }: BallotDraft,
  fields: Extracted['fields'] | null,
  typing: ScoreField | null,
): ReadonlyMap<ScoreField, readonly Doubt[]> => doubtsOf({ scores, fields, checked, typing });

/** "3 of 28 scores not read", or `none` when all were. */
export const unreadText = (unread: number, none: string): string =>
  unread === 0 ? none : `${unread} of ${SCORE_FIELDS.length} scores not read`;

/** "3 of 28 scores entered", for somebody who is typing them. */
export const enteredText = (unread: number): string =>
  unread === 0 ? 'All scores entered' : `${SCORE_FIELDS.length - unread} of ${SCORE_FIELDS.length} scores entered`;

export const unreadIn = (scores: PartialScores): number =>
  SCORE_FIELDS.filter((field) => scores[field] === null).length;

/** The margin that was typed; undefined if it is none. */
export function marginFrom(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^[+]/, '').replace(/^[−–]/, '-');
  if (text === '') return null;
  return /^-?\d{1,3}$/.test(text) && Math.abs(Number(text)) <= MAX_TOTAL ? Number(text) : undefined;
}

export function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    // Something else wrote to this key, or only part of it was written.
    return null;
  }
}

/** A draft from stored JSON. What is missing is empty. */
export function draftFromStored(stored: unknown): BallotDraft {
  const empty = emptyDraft();
  if (typeof stored !== 'object' || stored === null) return empty;
  const { id, facts, scores, checked, paperTotals } = stored as Partial<BallotDraft>;
  return {
    id: typeof id === 'string' ? id : empty.id,
    facts: { ...NO_FACTS, ...facts },
    scores: scoresBy((field) => (typeof scores?.[field] === 'number' ? coerceScore(scores[field]) : null)),
    checked: checked ?? {},
    paperTotals: { ...empty.paperTotals, ...paperTotals },
  };
}

const draftsFrom = (stored: string | null) => (parsed(stored) ?? {}) as Record<string, unknown>;

/** Two drafts that say the same. */
export const isSameDraft = (one: BallotDraft, other: BallotDraft): boolean =>
  JSON.stringify(draftFromStored(one)) === JSON.stringify(draftFromStored(other));

/** Changes what is stored under a name by then, which may be newer than what a screen has drawn. Null discards it. */
export function changeDraft(name: string, edit: (latest: BallotDraft) => BallotDraft | null): void {
  const { [name]: stored, ...others } = draftsFrom(remembered('ballotDrafts'));
  const latest = draftFromStored(stored);
  const next = edit(latest);
  if (next === latest) return;
  const drafts = next === null ? others : { ...others, [name]: next };
  if (Object.keys(drafts).length === 0) forget('ballotDrafts');
  else remember('ballotDrafts', JSON.stringify(drafts));
}

/** Discards a draft that was sent. What was typed under its name since stays. */
export const discardDraft = (name: string, sent: BallotDraft): void =>
  changeDraft(name, (latest) => (isSameDraft(latest, sent) ? null : latest));

/** The draft under a name, as it is stored now. */
export function useBallotDraft(name: string) {
  const [stored] = useRemembered('ballotDrafts');
  const drafts = useMemo(() => draftsFrom(stored), [stored]);
  // Without a stored draft every render makes another id; the first change stores one.
  const draft = useMemo(() => draftFromStored(drafts[name]), [drafts, name]);
  const change = useCallback((edit: (latest: BallotDraft) => BallotDraft) => changeDraft(name, edit), [name]);
  return { draft, isStored: name in drafts, change };
}
