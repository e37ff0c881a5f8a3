// Valid data for each call of the contract: what it takes, and what it answers. Every optional field is there.
import { ballots, cases, history, status, witnesses } from './cases-and-photos.ts';
import { keptBallots, metrics, ownScores } from './kept-ballots.ts';
import { calendarLinks, deletedEntries, deletedRecords, students, studentLinks, teams } from './rosters.ts';
import { tournaments, webhooks } from './rosters.ts';
import { accessRequests, assignments, colleagueRequests, invitations } from './schools-and-people.ts';
import { passwordResets, schools, users } from './schools-and-people.ts';
import { rounds, savedLineUps, seasonBook, seasonFiles } from './season.ts';
import { session } from './session.ts';
import type { Samples } from './shared.ts';
import { sheets, tryOuts } from './sheets.ts';

export const SAMPLES: Record<string, Samples> = {
  accessRequests,
  assignments,
  ballots,
  calendarLinks,
  cases,
  colleagueRequests,
  deletedEntries,
  deletedRecords,
  history,
  invitations,
  keptBallots,
  metrics,
  ownScores,
  passwordResets,
  rounds,
  savedLineUps,
  schools,
  seasonBook,
  seasonFiles,
  session,
  sheets,
  status,
  studentLinks,
  students,
  teams,
  tournaments,
  tryOuts,
  users,
  webhooks,
  witnesses,
};
