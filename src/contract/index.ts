// The contract: all calls, by subject. The server implements it, and the browser's client gets its types from it.
import type { ContractRouterClient } from '@orpc/contract';
import { accessRequests } from './access-requests.ts';
import { invitations, passwordResets } from './account-links.ts';
import { assignments } from './assignments.ts';
import { ballots } from './ballots.ts';
import { webhooks } from './webhooks.ts';
import { calendarLinks } from './calendar-links.ts';
import { cases } from './cases.ts';
import { colleagueRequests } from './colleague-requests.ts';
import { deletedEntries, deletedRecords } from './deleted.ts';
import { history } from './history.ts';
import { keptBallots } from './kept-ballots.ts';
import { metrics } from './metrics.ts';
import { ownScores } from './own-scores.ts';
import { students, teams, tournaments } from './rosters.ts';
import { rounds } from './rounds.ts';
import { savedLineUps } from './saved-line-ups.ts';
import { seasonBook } from './season-book.ts';
import { seasonFiles } from './season-files.ts';
import { schools } from './schools.ts';
import { sheets } from './sheets.ts';
import { session } from './session.ts';
import { status } from './status.ts';
import { studentLinks } from './student-links.ts';
import { tryOuts } from './try-outs.ts';
import { users } from './users.ts';
import { witnesses } from './witnesses.ts';

export const contract = {
  session,
  schools,
  users,
  assignments,
  invitations,
  passwordResets,
  accessRequests,
  colleagueRequests,
  teams,
  students,
  tournaments,
  calendarLinks,
  webhooks,
  studentLinks,
  deletedEntries,
  seasonBook,
  rounds,
  savedLineUps,
  sheets,
  tryOuts,
  keptBallots,
  ownScores,
  metrics,
  seasonFiles,
  cases,
  witnesses,
  deletedRecords,
  history,
  status,
  ballots,
};
type Contract = typeof contract;
export type Calls = ContractRouterClient<Contract>;
