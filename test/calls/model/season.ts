// The season that both schools play: the names in it, and a round with its line-ups.
import { randomUUID } from 'node:crypto';
import type { Calls } from '#contract/index.ts';
import type { Part } from '#metrics/scores.ts';
import type { LineUp, Round, Truth } from './truth.ts';

export const SEASON = '2026-27';
export const SEASONS = [SEASON, '2027-28'] as const;
/** Of the tournaments that have a day. */
export const FIRST_DAY = '2026-10-03';
export const TEAMS = ['Varsity', 'Junior'] as const;
export const STUDENTS = ['Zebulon Quill', 'Odalys Marsh', 'Thaddeus Vance', 'Isolde Brandt'] as const;
/** The students of imported files. */
export const IMPORTED = ['Fenwick Adair', 'Marguerite Oyelaran'] as const;
/** Whom people name in what they write. */
export const NAMED = [...STUDENTS, ...IMPORTED];
const LINE_UPS: Record<'p' | 'd', [Part, number][]> = {
  p: [
    ['open', 0],
    ['close', 1],
  ],
  d: [
    ['open', 2],
    ['close', 3],
  ],
};

/** Adds a round, or two if the school’s own teams meet, each with its line-up. */
export async function playRound(
  calls: Calls,
  { schoolId, teams }: { schoolId: string; teams: readonly string[] },
  { id: tournamentId, season }: { id: string; season: string },
  { number, areBothOurs, students }: { number: number; areBothOurs: boolean; students: readonly string[] },
): Promise<Round[]> {
  const opponentTeamId = areBothOurs ? teams[1] : null;
  const wanted = { schoolId, id: randomUUID(), tournamentId, teamId: teams[0]!, number, side: 'p' as const };
  const p = await calls.rounds.add({ ...wanted, opponentTeamId, opponent: '', outcome: 'played', caseId: null });
  const { rounds } = await calls.seasonBook.season({ schoolId, season });
  const added = rounds.filter(({ id, sharedWith }) => id === p.id || sharedWith === p.id);
  const played: Round[] = [];
  for (const { id, teamId, side, sharedWith, version } of added) {
    const lineUp: LineUp = {};
    for (const [part, index] of LINE_UPS[side]) {
      const student = students[(index + number - 1) % students.length];
      if (student !== undefined) lineUp[part] = student;
    }
    const parts = Object.entries(lineUp).map(([part, studentId]) => ({
      part: part as Part,
      studentId,
      witnessId: null,
    }));
    await calls.rounds.setLineUp({ schoolId, roundId: id, version, parts });
    played.push({ id, tournamentId, teamId, number, side, sharedWith, lineUp });
  }
  return played;
}

/** Who does which of two parts, picked from the students; null: nobody. */
export const picked = (truth: Truth, students: readonly (number | null)[]): LineUp => {
  const ids = [...truth.students.keys()];
  const parts: Part[] = ['open', 'close'];
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const student = students[index] ?? null;
      return student === null || ids.length === 0 ? [] : [[part, ids[student % ids.length]]];
    }),
  );
};
export const asParts = (lineUp: LineUp, witness: string | null = null) =>
  (Object.entries(lineUp) as [Part, string][]).map(([part, studentId]) => ({
    part,
    studentId,
    witnessId: part === 'open' ? witness : null,
  }));
