// How a round reads: its side, its opponent, its judges, and its outcome where it was not played.
import type { Round } from '#contract/rounds.ts';
import { witnessSideLabel, type CaseType, type Outcome } from '#contract/words.ts';

export const OUTCOME_LABELS: Record<Outcome, string> = {
  played: 'Played',
  bye: 'Bye',
  'forfeit won': 'Won by forfeit',
  'forfeit lost': 'Lost by forfeit',
};

/** "Prosecution", or both names of the P side where the case is not known. */
export const sideLabel = (side: Round['side'], caseType: CaseType | undefined): string =>
  side === 'p' && caseType === undefined ? 'Plaintiff or Prosecution' : witnessSideLabel(side, caseType ?? 'civil');

/** The other round of two teams of the school that met. */
export const otherRoundOf = (round: Round, rounds: readonly Round[]): Round | undefined =>
  rounds.find(({ id, sharedWith }) => id === round.sharedWith || sharedWith === round.id);

type Named = { id: string; name: string };

export const teamName = (teamId: string | null, teams: readonly Named[]): string =>
  teams.find(({ id }) => id === teamId)?.name ?? (teamId === null ? 'Deleted team' : '');

/** The other team: one of the school's own, or as it was announced. */
export function opponentText(round: Round, rounds: readonly Round[], teams: readonly Named[]): string {
  const other = otherRoundOf(round, rounds);
  return other ? teamName(other.teamId, teams) : round.opponent || 'Unknown';
}

type Judged = { judge: string; number: number };

/** Somebody whose name the ballot doesn't tell is "Judge 2", and one of two of the same name in a round is "Rowe (Judge 2)". */
export function judgeName({ judge, number }: Judged, inRound: readonly Judged[]): string {
  if (judge === '') return `Judge ${number}`;
  return inRound.filter((each) => each.judge === judge).length > 1 ? `${judge} (Judge ${number})` : judge;
}
