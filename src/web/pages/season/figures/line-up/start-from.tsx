// Copies the line-up of a round that was played, or one that was saved under a name.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Choice } from '#web/components/forms/choice.tsx';
import { teamName } from '#web/records/round-words.ts';
import { useTeams } from '#web/records/queries.ts';
import { writeLineUp } from '../../address.ts';
import { useSchool } from '#web/state/school.ts';
import { savedLineUpsOf } from '../../queries.ts';
import type { Facts } from './facts.ts';

interface StartFromProps {
  facts: Facts;
  /** The line-up in the address. */
  chosen: string | undefined;
  onChoose: (lineUp: string) => void;
}

export function StartFrom({ facts: { season, lineUps, side, students }, chosen, onChoose }: StartFromProps) {
  /** The last choice, shown as long as the line-up is unchanged, so that arrow keys continue from it. */
  const [copied, setCopied] = useState<string | null>(null);
  const teams = useTeams().data ?? [];
  const named = (useQuery(savedLineUpsOf(useSchool().schoolId)).data ?? []).filter((each) => each.side === side);
  const parts = new Map([
    ...lineUps.map((lineUp) => [lineUp.roundId, lineUp.parts] as const),
    ...named.map((lineUp) => [lineUp.id, lineUp.parts] as const),
  ]);
  const saved = named.map(({ id, name, teamId }) => ({
    value: id,
    label: `${name}, saved, ${teamName(teamId, teams)}`,
  }));
  const played = season.tournaments.flatMap(({ id, name }) =>
    season.rounds
      .filter((round) => round.tournamentId === id && round.side === side && parts.has(round.id))
      .map((round) => ({
        value: round.id,
        label: [name, `round ${round.number}`, teamName(round.teamId, teams)].filter(Boolean).join(', '),
      })),
  );
  const options = [...saved, ...played];
  if (options.length === 0) return null;
  const lineUpOf = (roundId: string): string => {
    const playing = (parts.get(roundId) ?? []).filter(({ studentId }) => studentId !== null && students.has(studentId));
    return writeLineUp(Object.fromEntries(playing.map(({ part, studentId }) => [part, studentId])));
  };
  return (
    <Choice
      className="screen-only"
      flex="0 1 24rem"
      label="Start from a line-up"
      placeholder="Choose a line-up"
      value={copied !== null && lineUpOf(copied) === chosen ? copied : null}
      options={options}
      onChoose={(roundId) => {
        setCopied(roundId);
        onChoose(lineUpOf(roundId));
      }}
    />
  );
}
