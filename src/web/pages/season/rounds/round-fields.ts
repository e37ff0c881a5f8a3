// What is known about a round besides its team, its line-up and its ballots.
import type { CaseOverview } from '#contract/cases.ts';
import type { Round } from '#contract/rounds.ts';
import { MAX_ROUND_NUMBER, OUTCOMES, ROUND_SIDES } from '#contract/words.ts';
import type { Field, Fields } from '#web/forms/record-fields.tsx';
import { OUTCOME_LABELS, sideLabel } from '#web/records/round-words.ts';
import { caseField } from '../tournaments/tournament-fields.ts';

export type RoundValues = Pick<Round, 'number' | 'side' | 'outcome' | 'caseId'> & {
  /** Null: not announced. */
  opponent: string | null;
};

interface Known {
  cases: readonly CaseOverview[];
  /** Two of the school's teams meet, so the opponent has no other name. */
  opponentIsOwn: boolean;
}

export function roundFields(
  { caseId }: Pick<RoundValues, 'caseId'>,
  { cases, opponentIsOwn }: Known,
): Fields<keyof RoundValues> {
  const caseType = cases.find(({ id }) => id === caseId)?.type;
  const opponent: Field = {
    label: 'Opponent',
    as: 'text',
    placeholder: 'Such as a team number',
    opensHere: true,
  };
  return {
    number: { label: 'Round', as: 'number', min: 1, max: MAX_ROUND_NUMBER, required: true },
    side: {
      label: 'Your side',
      as: 'choice',
      options: ROUND_SIDES.map((side) => ({ value: side, label: sideLabel(side, caseType) })),
    },
    ...((opponentIsOwn ? {} : { opponent }) as { opponent: Field }),
    outcome: {
      label: 'Outcome',
      as: 'choice',
      options: OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_LABELS[outcome] })),
    },
    caseId: caseField(cases),
  };
}
