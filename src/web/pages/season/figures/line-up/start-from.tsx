// Copies the line-up of a round that was played, or one that was saved under a name.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Side } from '#ballot/form.ts';
import type { Student } from '#contract/rosters.ts';
import type { Season } from '#contract/season-book.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { teamName } from '#web/records/round-words.ts';
import { useTeams } from '#web/records/queries.ts';
import { writeLineUp } from '../../address.ts';
import { useSchool } from '#web/state/school.ts';
import { savedLineUpsOf, type RoundLineUp } from '../../queries.ts';
import classes from './page.module.css';

interface StartFromProps {
  season: Season;
  lineUps: readonly RoundLineUp[];
  side: Side;
  /** Who may be in a line-up. */
  students: ReadonlyMap<string, Student>;
  /** The line-up in the address. */
  chosen: string | undefined;
  onChoose: (lineUp: string) => void;
}

export function StartFrom({ season, lineUps, side, students, chosen, onChoose }: StartFromProps) {
  /** The last choice, shown as long as the line-up is unchanged, so that arrow keys continue from it. */
  const [copied, setCopied] = useState<string | null>(null);
  const teams = useTeams().data ?? [];
  const named = (useQuery(savedLineUpsOf(useSchool().schoolId)).data ?? []).filter((each) => each.side === side);
  const parts = new Map([
    ...lineUps.map((lineUp) => [lineUp.roundId, lineUp.parts] as const),
    ...named.map((lineUp) => [lineUp.id, lineUp.parts] as const),
  ]);
  const ofSide = season.rounds.filter((round) => round.side === side && parts.has(round.id));
  const saved = named.map(({ id, name, teamId }) => ({
    value: id,
    label: `${name}, saved, ${teamName(teamId, teams)}`,
  }));
  const played = season.tournaments.flatMap(({ id, name }) =>
    ofSide
      .filter(({ tournamentId }) => tournamentId === id)
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
      className={`screen-only ${classes.copy}`}
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
