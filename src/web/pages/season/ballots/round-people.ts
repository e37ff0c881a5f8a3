// Who did which part in a round, from its line-up: for ranks and for comments.
import { useQuery } from '@tanstack/react-query';
import type { RankKind } from '#ballot/sheet/ranks.ts';
import { cellsOf, type Sheet } from '#ballot/sheet/sheet.ts';
import type { Part } from '#metrics/scores.ts';
import { partOf } from '#metrics/sheet-parts.ts';
import { useStudents } from '#web/records/queries.ts';
import { useSchool } from '#web/state/school.ts';
import { lineUpsOf } from '../queries.ts';
import type { SeasonRound } from '#web/records/season-rounds.ts';

/** The parts of those who are ranked. */
const MAY_BE: Record<RankKind, RegExp> = { attorney: /^(?!witness|clerk|bailiff)/, witness: /^witness/, anyone: /./ };

type InSeason = Pick<SeasonRound, 'round' | 'roundIds'> & { tournament: Pick<SeasonRound['tournament'], 'season'> };

export function useRoundPeople(found: InSeason | undefined) {
  const { schoolId } = useSchool();
  const season = found?.tournament.season ?? '';
  const lineUps = useQuery({ ...lineUpsOf({ schoolId, season }), enabled: found !== undefined });
  const students = useStudents();
  const all = students.data ?? [];
  const inRound = (lineUps.data ?? []).filter(({ roundId }) => found?.roundIds.includes(roundId));
  const ofTeam = all.filter(({ teamId, isArchived }) => teamId === found?.round.teamId && !isArchived);
  const studentName = (id: string | null | undefined): string | null =>
    all.find((student) => student.id === id)?.name ?? null;
  const isOwn = ({ roundId }: { roundId: string }) => roundId === found?.round.id;
  const own = inRound.find(isOwn)?.parts ?? [];
  const others = inRound.find((lineUp) => !isOwn(lineUp))?.parts ?? [];
  const ranked = (kind: RankKind, of?: 'ours' | 'others'): { id: string; name: string }[] => {
    const parts = of === 'ours' ? own : of === 'others' ? others : [...own, ...others];
    const ids = new Set(parts.filter(({ part }) => MAY_BE[kind].test(part)).map((row) => row.studentId));
    const named = all.filter(({ id }) => ids.has(id));
    return named.length > 0 || of === 'others' ? named : ofTeam;
  };
  const nameIn = (lineUp: typeof own) => (wanted: Part) =>
    studentName(lineUp.find(({ part }) => part === wanted)?.studentId);
  return {
    isLoading: lineUps.isLoading || students.isLoading,
    /** Ours. Undefined: no round is chosen yet. */
    side: found?.round.side,
    /** Students of the line-ups whom a judge may rank, of one team or of both; without any, those of the team. */
    ranked,
    studentName,
    /** Who got a score: one of our students, where a line-up says so. */
    nameOfScore: (sheet: Sheet, key: string) => {
      const cell = cellsOf(sheet).find((each) => each.key === key)!;
      const part = partOf(cell);
      return part === null ? null : nameIn(cell.side === found?.round.side ? own : others)(part);
    },
    nameOf: nameIn(own),
    /** Where two of our teams met, who did the part for the other one. */
    opponentOf: (found?.roundIds.length ?? 0) > 1 ? nameIn(others) : null,
  };
}
export type RoundPeople = ReturnType<typeof useRoundPeople>;
