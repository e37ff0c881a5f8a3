// What is known about a round besides its team, its line-up and its ballots.
import { TextInput } from '@mantine/core';
import type { Round } from '#contract/rounds.ts';
import { MAX_ROUND_NUMBER, OUTCOMES, ROUND_SIDES, type Outcome } from '#contract/words.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { OUTCOME_LABELS, sideLabel } from '#web/records/round-words.ts';
import { useCases } from '#web/records/queries.ts';
import { CaseChoice } from '../tournaments/tournament-fields.tsx';

export type RoundValues = {
  number: number;
  side: Round['side'];
  /** Null: not announced. */
  opponent: string | null;
  outcome: Outcome;
  caseId: string | null;
};
export const ROUND_FIELDS = ['number', 'side', 'opponent', 'outcome', 'caseId'] as const;
export const ROUND_LABELS = {
  number: 'Round',
  side: 'Your side',
  opponent: 'Opponent',
  outcome: 'Outcome',
  caseId: 'Case',
};

interface RoundFieldsProps {
  values: RoundValues;
  set: (change: Partial<RoundValues>) => void;
  /** Two of the school's teams meet, so the opponent has no other name. */
  opponentIsOwn: boolean;
}

export function RoundFields({ values, set, opponentIsOwn }: RoundFieldsProps) {
  const caseType = useCases().data?.find(({ id }) => id === values.caseId)?.type;
  return (
    <>
      <TextInput
        label={ROUND_LABELS.number}
        type="number"
        required
        min={1}
        max={MAX_ROUND_NUMBER}
        step={1}
        value={values.number === 0 ? '' : values.number}
        onChange={(event) => set({ number: Number(event.currentTarget.value) })}
      />
      <Choice
        label={ROUND_LABELS.side}
        options={ROUND_SIDES.map((side) => ({ value: side, label: sideLabel(side, caseType) }))}
        value={values.side}
        onChoose={(side) => set({ side })}
      />
      {!opponentIsOwn && (
        <TextInput
          label={ROUND_LABELS.opponent}
          placeholder="Such as a team number"
          data-autofocus
          maxLength={200}
          value={values.opponent ?? ''}
          onChange={(event) => set({ opponent: event.currentTarget.value || null })}
        />
      )}
      <Choice
        label={ROUND_LABELS.outcome}
        options={OUTCOMES.map((outcome) => ({ value: outcome, label: OUTCOME_LABELS[outcome] }))}
        value={values.outcome}
        onChoose={(outcome) => set({ outcome })}
      />
      <CaseChoice value={values.caseId} onChoose={(caseId) => set({ caseId })} />
    </>
  );
}
