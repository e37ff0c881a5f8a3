// All calls, in the shape of the contract.
import { implement } from '@orpc/server';
import { contract } from '#contract/index.ts';
import type { CallContext } from './api.ts';
import { accessRequests } from './calls/access-requests.ts';
import { accessTokens } from './calls/access-tokens.ts';
import { accountLinks } from './calls/account-links.ts';
import { assignments } from './calls/assignments.ts';
import { ballots } from './calls/ballots.ts';
import { webhooks } from './calls/webhooks.ts';
import { calendarLinks } from './calls/calendar-links.ts';
import { cases } from './calls/cases.ts';
import { colleagueRequests } from './calls/colleague-requests.ts';
import { deletedEntries, deletedRecords } from './calls/deleted.ts';
import { history } from './calls/history.ts';
import { invitations, passwordResets } from './calls/invitations.ts';
import { keptBallots } from './calls/kept-ballots.ts';
import { metrics } from './calls/metrics.ts';
import { ownScores } from './calls/own-scores.ts';
import { students, teams, tournaments } from './calls/rosters.ts';
import { rounds } from './calls/rounds.ts';
import { savedLineUps } from './calls/saved-line-ups.ts';
import { seasonBook } from './calls/season-book.ts';
import { seasonFiles } from './calls/season-files.ts';
import { schools } from './calls/schools.ts';
import { sheets } from './calls/sheets.ts';
import { tryOuts } from './calls/try-outs.ts';
import { secondFactor } from './calls/second-factor.ts';
import { session } from './calls/session.ts';
import { singleSignOn } from './calls/single-sign-on.ts';
import { status } from './calls/status.ts';
import { studentCard, studentLinks } from './calls/student-links.ts';
import { users } from './calls/users.ts';
import { witnesses } from './calls/witnesses.ts';

const handlers = {
  session: { ...session, ...accountLinks, ...secondFactor, ...accessTokens, ...singleSignOn, studentCard },
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
  // Names a call that has no handler in one line, where the router would take a paragraph.
} satisfies { [Subject in keyof typeof contract]: Record<keyof (typeof contract)[Subject], unknown> };

export const calls = implement(contract).$context<CallContext>().router(handlers);
