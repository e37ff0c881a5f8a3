// All calls, in the shape of the contract. What a file of `calls/` exports by itself is a call.
import { implement } from '@orpc/server';
import { contract } from '#contract/index.ts';
import type { CallContext } from './api.ts';
import * as accessRequests from './calls/access-requests.ts';
import * as accessTokens from './calls/access-tokens.ts';
import * as accountLinks from './calls/account-links.ts';
import * as assignments from './calls/assignments.ts';
import { ballots } from './calls/ballots.ts';
import * as webhooks from './calls/webhooks.ts';
import * as calendarLinks from './calls/calendar-links.ts';
import * as cases from './calls/cases.ts';
import * as colleagueRequests from './calls/colleague-requests.ts';
import { deletedEntries, deletedRecords } from './calls/deleted.ts';
import * as history from './calls/history.ts';
import { invitations, passwordResets } from './calls/invitations.ts';
import { keptBallots } from './calls/kept-ballots.ts';
import * as metrics from './calls/metrics.ts';
import * as ownScores from './calls/own-scores.ts';
import { students, teams, tournaments } from './calls/rosters.ts';
import * as rounds from './calls/rounds.ts';
import * as savedLineUps from './calls/saved-line-ups.ts';
import * as seasonBook from './calls/season-book.ts';
import * as seasonFiles from './calls/season-files.ts';
import * as schools from './calls/schools.ts';
import * as sheets from './calls/sheets.ts';
import * as tryOuts from './calls/try-outs.ts';
import * as secondFactor from './calls/second-factor.ts';
import * as session from './calls/session.ts';
import * as singleSignOn from './calls/single-sign-on.ts';
import * as status from './calls/status.ts';
import { studentCard, studentLinks } from './calls/student-links.ts';
import * as users from './calls/users.ts';
import * as witnesses from './calls/witnesses.ts';

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
