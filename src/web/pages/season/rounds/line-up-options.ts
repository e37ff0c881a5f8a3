// The people and witnesses that a line-up's fields offer.
import type { Student } from '#contract/rosters.ts';
import type { Round } from '#contract/rounds.ts';
import type { Witness } from '#contract/witnesses.ts';
import { otherSide, PARTS, type Part } from '#metrics/scores.ts';
import { studentLabel } from '../figure-words.ts';
import type { LineUpValues } from './line-up-record.ts';

export const NOBODY = '';

interface Offered {
  students: readonly Student[];
  teams: readonly { id: string; name: string }[];
  round: Round;
  season: string;
  values: LineUpValues;
}

/** The team's own students first; archived ones only where they played. */
export function studentOptions({ students, teams, round, season, values }: Offered) {
  const playing = new Set(PARTS.map((part) => values[part]));
  const offered = students.filter(({ id, isArchived }) => !isArchived || playing.has(id));
  const own = offered.filter(({ teamId }) => teamId !== null && teamId === round.teamId);
  const others = offered.filter((student) => !own.includes(student));
  return [
    { value: NOBODY, label: 'Nobody yet' },
    ...own.map((student) => ({ value: student.id, label: studentLabel(student, season) })),
    ...others.map((student) => {
      const team = teams.find(({ id }) => id === student.teamId)?.name;
      const label = studentLabel(student, season);
      return { value: student.id, label: team === undefined ? label : `${label} (${team})` };
    }),
  ];
}

/** A side plays its own witnesses and crosses the other side's. Either side may call a swing witness. */
export function witnessOptions(witnesses: readonly Witness[], part: Part, side: Round['side']) {
  const from = part.startsWith('cross') ? otherSide(side) : side;
  return [
    { value: NOBODY, label: part.startsWith('cross') ? 'Which witness?' : 'As whom?' },
    ...witnesses
      .filter((each) => each.side === from || each.side === 's')
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
}
