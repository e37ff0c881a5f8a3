import { Box, Group } from '@mantine/core';
import { useState } from 'react';
import { MAX_JUDGES } from '#ballot/kept-limits.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { roundText, type SeasonRound } from './season-rounds.ts';

interface RoundChoiceProps {
  rounds: readonly SeasonRound[];
  value: string | null;
  onChoose: (roundId: string) => void;
}

/** Chooses among all rounds of a school, newest season first. */
export const RoundChoice = ({ rounds, ...choice }: RoundChoiceProps) => (
  <Choice
    {...choice}
    label="Round"
    placeholder={rounds.length === 0 ? 'No rounds yet' : 'Choose a round'}
    options={rounds.map((each) => ({
      value: each.round.id,
      label: `${each.tournament.season} · ${roundText(each)}`,
    }))}
  />
);

const NUMBERS = Array.from({ length: MAX_JUDGES }, (_, index) => index + 1);

/** The numbers that no other ballot of a round has. */
export const freeNumbers = (taken: readonly number[]): number[] => NUMBERS.filter((each) => !taken.includes(each));

interface JudgeNumberProps {
  value: number | null;
  free: readonly number[];
  onChoose: (number: number) => void;
  flex?: string;
}

export const JudgeNumber = ({ value, free, onChoose, ...rest }: JudgeNumberProps) => (
  <Choice
    {...rest}
    label="Judge number"
    placeholder="No number is free"
    value={value === null ? null : String(value)}
    options={free.map((each) => ({ value: String(each), label: String(each) }))}
    onChoose={(chosen) => onChoose(Number(chosen))}
  />
);

/** The place of a ballot: a round and a judge's number that is free in it. Null until both are chosen. */
export function usePlace(rounds: readonly SeasonRound[]) {
  const [roundId, setRoundId] = useState<string | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const free = freeNumbers(rounds.find(({ round }) => round.id === roundId)?.ballots.map(({ number }) => number) ?? []);
  const number = chosen !== null && free.includes(chosen) ? chosen : (free[0] ?? null);
  return {
    place: roundId === null || number === null ? null : { roundId, number },
    fields: (
      <Group align="end" gap="0.5rem 0.75rem">
        <Box flex="99 1 16rem">
          <RoundChoice rounds={rounds} value={roundId} onChoose={setRoundId} />
        </Box>
        <JudgeNumber flex="1 0 8rem" value={number} free={free} onChoose={setChosen} />
      </Group>
    ),
  };
}
