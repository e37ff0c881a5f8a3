// The people and witnesses that a line-up's fields offer.
import type { Student } from '#contract/rosters.ts';
import type { Round } from '#contract/rounds.ts';
import type { Witness } from '#contract/witnesses.ts';
import { ALL_PARTS, otherSide, type Part } from '#metrics/scores.ts';
import { studentLabel } from '../figure-words.ts';
import type { LineUpValues } from './line-up-record.ts';

interface Offered {
  students: readonly Student[];
  teams: readonly { id: string; name: string }[];
  round: Round;
  season: string;
  values: LineUpValues;
}

/** The team's own students first; archived ones only where they played. */
export function studentOptions({ students, teams, round, season, values }: Offered) {
  const playing = new Set(ALL_PARTS.map((part) => values[part]));
  const offered = students.filter(({ id, isArchived }) => !isArchived || playing.has(id));
  const own = offered.filter(({ teamId }) => teamId !== null && teamId === round.teamId);
  const others = offered.filter((student) => !own.includes(student));
  return [
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
  return witnesses
    .filter((each) => each.side === from || each.side === 's')
    .map(({ id, name }) => ({ value: id, label: name }));
}

interface Newcomers extends Pick<Offered, 'students' | 'teams' | 'values'> {
  /** As it is saved. */
  record: LineUpValues;
  teamId: string | null;
}

/** What to look at before saving: people of another line-up may have left the team or the program since. */
export function newcomerProblems({ students, teams, values, record, teamId }: Newcomers): string[] {
  const saved = new Set(ALL_PARTS.map((part) => record[part]));
  const chosen = new Set(ALL_PARTS.map((part) => values[part]));
  const team = teams.find(({ id }) => id === teamId)?.name;
  return students
    .filter(({ id }) => chosen.has(id) && !saved.has(id))
    .flatMap((student) => {
      if (student.isArchived) return [`${student.name} is archived and may no longer play.`];
      return team === undefined || student.teamId === teamId ? [] : [`${student.name} isn’t on ${team}.`];
    });
}
