// Ballots that a person is typing or checking, kept in this browser until they are kept in the season book. A draft survives a
// reload, a lost connection and a refusal.
import { useCallback, useMemo } from 'react';
import { textOf, wasRead, type Extracted } from '#ballot/extracted.ts';
import type { Side } from '#ballot/form.ts';
import { coerceScore } from '#ballot/score.ts';
import { maxRanks } from '#ballot/sheet/ranks.ts';
import { maxMargin } from '#ballot/sheet/scores-on-sheet.ts';
import { cellsOf, keysOf, RANKED, refOf, type PlacedCell, type Sheet, type SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot, KeptScores } from '#contract/kept-ballots.ts';
import { otherSide, textsOn, type Part } from '#metrics/scores.ts';
import { unreadIn, type Edit, type Scored } from '#web/ballots/scored.ts';
import { newId } from '#web/forms/use-add.ts';
import { draftsFrom, exchangeDraft } from '#web/state/drafts.ts';
import { useRemembered } from '#web/state/remembered.ts';

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

export type BallotDraft = Scored & {
  /** The kept ballot's id, so that a draft sent twice is kept once. */
  id: string;
  facts: BallotFacts;
  scores: KeptScores;
  /** Of the corrections that a second check makes. */
  reason: string;
};

const NO_FACTS: BallotFacts = {
  number: null,
  judge: '',
  tabMargin: '',
  comments: {},
  opponentComments: {},
  ranks: { attorney: [], witness: [] },
};

/** Drops ranks that the sheet doesn't ask for: older drafts have four places on any sheet. */
const ranksFor = (sheet: Sheet, ranks: KeptBallot['ranks']): KeptBallot['ranks'] => ({
  ...ranks,
  ...Object.fromEntries(
    RANKED.flatMap((kind) => (ranks[kind] ? [[kind, ranks[kind].slice(0, maxRanks(sheet, kind))]] : [])),
  ),
});

const factsOf = (
  sheet: Sheet,
  { number, judge, tabMargin, comments, ranks }: KeptBallot,
  ourSide: Side,
): BallotFacts => ({
  number,
  judge,
  tabMargin: tabMargin === null ? '' : String(tabMargin),
  comments: textsOn(ourSide, comments),
  opponentComments: textsOn(otherSide(ourSide), comments),
  ranks: ranksFor(sheet, ranks),
});

const scoresBy = (sheet: Sheet, score: (cell: PlacedCell) => number | null): KeptScores =>
  Object.fromEntries(cellsOf(sheet).map((cell) => [cell.key, score(cell)]));

export const emptyDraft = (sheet: Sheet): BallotDraft => ({
  id: newId(),
  facts: NO_FACTS,
  scores: scoresBy(sheet, () => null),
  checked: {},
  paperTotals: { p: '', d: '' },
  reason: '',
});

/** The draft that changes a kept ballot. */
export const draftOf = (sheet: Sheet, kept: KeptBallot, ourSide: Side): BallotDraft => ({
  ...emptyDraft(sheet),
  id: kept.id,
  facts: factsOf(sheet, kept, ourSide),
  scores: kept.scores,
});

/** The draft of a photo that was read, with the judge's number that its code says. A cell that could not be read stays empty. */
export const draftFromPhoto = (sheet: Sheet, { fields, code }: Pick<Extracted, 'fields' | 'code'>): BallotDraft => ({
  ...emptyDraft(sheet),
  facts: {
    ...NO_FACTS,
    number: code?.judge ?? null,
    judge: textOf(fields, 'judgeName'),
  },
  scores: scoresBy(sheet, (cell) => {
    const read = fields[cell.label];
    return wasRead(read) ? coerceScore(read?.value, cell) : null;
  }),
});

/** Enters some of the facts. */
export const withFacts =
  (typed: Partial<BallotFacts>): Edit<BallotDraft> =>
  (latest) => ({ ...latest, facts: { ...latest.facts, ...typed } });

/** "3 of 28 scores entered", for somebody who is typing them. */
export function enteredText(sheet: Sheet, scores: KeptScores): string {
  const { length } = keysOf(sheet);
  const unread = unreadIn(sheet, scores);
  return unread === 0 ? 'All scores entered' : `${length - unread} of ${length} scores entered`;
}

/** The margin that was typed; undefined if it is none. */
export function marginFrom(sheet: Sheet, typed: string): number | null | undefined {
  const text = typed.trim().replace(/^[+]/, '').replace(/^[−–]/, '-');
  if (text === '') return null;
  return /^-?\d+$/.test(text) && Math.abs(Number(text)) <= maxMargin(sheet) ? Number(text) : undefined;
}

const recordIn = (stored: unknown): Record<string, unknown> =>
  typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {};
const textsIn = (stored: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(recordIn(stored)).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  );
const ranksIn = (stored: unknown): Partial<KeptBallot['ranks']> =>
  Object.fromEntries(
    Object.entries(recordIn(stored)).flatMap(([kind, ids]) =>
      Array.isArray(ids) ? [[kind, ids.map((id: unknown) => (typeof id === 'string' ? id : null))]] : [],
    ),
  );

/** A draft from stored JSON, which another version of the product may have stored. What is missing, or something else, is empty. */
export function draftFromStored(sheet: Sheet, stored: unknown): BallotDraft {
  const empty = emptyDraft(sheet);
  const { facts: storedFacts, scores: storedScores, checked, paperTotals } = recordIn(stored);
  const { id = empty.id, reason = '' } = textsIn(stored);
  const { number, comments, opponentComments, ranks } = recordIn(storedFacts);
  const { judge = '', tabMargin = '' } = textsIn(storedFacts);
  const scores = recordIn(storedScores);
  return {
    id,
    facts: {
      number: typeof number === 'number' ? number : null,
      judge,
      tabMargin,
      comments: textsIn(comments),
      opponentComments: textsIn(opponentComments),
      ranks: ranksFor(sheet, { ...NO_FACTS.ranks, ...ranksIn(ranks) }),
    },
    scores: scoresBy(sheet, (cell) => {
      const score = scores[cell.key];
      return typeof score === 'number' ? coerceScore(score, cell) : null;
    }),
    checked: textsIn(checked) as BallotDraft['checked'],
    paperTotals: { ...empty.paperTotals, ...textsIn(paperTotals) },
    reason,
  };
}

/** Puts another stored draft, or none, in the place of the latest one, which is returned. */
export const swapDraft = (name: string, next: unknown): unknown => exchangeDraft('ballotDrafts', name, () => next);

/** Two drafts that say the same. */
export const isSameDraft = (sheet: Sheet, one: BallotDraft, other: BallotDraft): boolean =>
  JSON.stringify(draftFromStored(sheet, one)) === JSON.stringify(draftFromStored(sheet, other));

/** Changes the latest draft stored under a name, which may be newer than the one on screen. Null discards it. */
export function changeDraft(sheet: Sheet, name: string, edit: (latest: BallotDraft) => BallotDraft | null): void {
  exchangeDraft('ballotDrafts', name, (stored) => {
    const latest = draftFromStored(sheet, stored);
    const next = edit(latest);
    if (next === latest) return stored;
    return next === null ? undefined : { ...next, sheet: refOf(sheet) };
  });
}

/** Discards a draft that was sent, unless it has changed since. */
export const discardDraft = (sheet: Sheet, name: string, sent: BallotDraft): void =>
  changeDraft(sheet, name, (latest) => (isSameDraft(sheet, latest, sent) ? null : latest));

function useStoredDrafts(): Record<string, unknown> {
  const [stored] = useRemembered('ballotDrafts');
  return useMemo(() => draftsFrom(stored), [stored]);
}

/** The score sheet of a stored draft. The tournament may have switched to another sheet since. */
export function useDraftSheet(name: string): SheetRef | undefined {
  const { [name]: stored } = useStoredDrafts();
  const sheet = typeof stored === 'object' && stored !== null && 'sheet' in stored ? stored.sheet : undefined;
  return isSheetRef(sheet) ? sheet : undefined;
}

const isSheetRef = (stored: unknown): stored is SheetRef => {
  const { id, version } = (stored ?? {}) as Partial<SheetRef>;
  return typeof id === 'string' && typeof version === 'number';
};

/** The draft under a name, as it is stored now. */
export function useBallotDraft(sheet: Sheet, name: string) {
  const { [name]: stored } = useStoredDrafts();
  // Without a stored draft every render makes another id; the first change stores one.
  const draft = useMemo(() => draftFromStored(sheet, stored), [sheet, stored]);
  const change = useCallback((edit: Edit<BallotDraft>) => changeDraft(sheet, name, edit), [sheet, name]);
  return { draft, isStored: stored !== undefined, change };
}
