import { Choice } from '#web/components/forms/choice.tsx';
import { roundText, type SeasonRound } from './season-rounds.ts';

interface RoundChoiceProps {
  rounds: readonly SeasonRound[];
  value: string | null;
  onChoose: (roundId: string) => void;
}

/** Chooses among all rounds of a school, newest season first. */
export function RoundChoice({ rounds, value, onChoose }: RoundChoiceProps) {
  const isKnown = rounds.some(({ round }) => round.id === value);
  return (
    <Choice
      label="Round"
      placeholder={rounds.length === 0 ? 'No rounds yet' : 'Choose a round'}
      value={isKnown ? value : null}
      options={rounds.map((each) => ({
        value: each.round.id,
        label: `${each.tournament.season} · ${roundText(each)}`,
      }))}
      onChoose={onChoose}
    />
  );
}
