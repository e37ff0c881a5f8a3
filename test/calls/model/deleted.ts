// The expected state of what somebody has deleted and may restore.
import type { Part } from '#metrics/scores.ts';
import type { Ballot, Comments, Named, Round, SavedLineUp, Student, Tournament } from './truth.ts';

type DeletedStudent = {
  student: Student;
  /** In rounds and in saved line-ups. */
  parts: [id: string, part: Part][];
  comments: Map<string, Comments>;
};
type DeletedTeam = { team: Named; rounds: string[]; lineUps: SavedLineUp[] };
type DeletedTournament = { tournament: Tournament; rounds: Round[]; ballots: Ballot[] };
type UndoneImport = {
  undone: Named;
  students: Student[];
  teams: Named[];
  tournaments: Tournament[];
  rounds: Round[];
  /** The line-ups of rounds that stay. */
  filled: Pick<Round, 'id' | 'lineUp'>[];
  ballots: Ballot[];
};
export type Deleted = { at: number } & (DeletedStudent | DeletedTeam | DeletedTournament | UndoneImport);
/** The id and the name of what was deleted. */
export const deletedOne = (entry: Deleted): Named => {
  if ('undone' in entry) return entry.undone;
  if ('team' in entry) return entry.team;
  return 'student' in entry ? entry.student : entry.tournament;
};
