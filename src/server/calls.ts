// All calls, in the shape of the contract.
import { implement } from '@orpc/server';
import { contract } from '#contract/index.ts';
import type { RequestContext } from './api.ts';
import { assignments } from './calls/assignments.ts';
import { ballots } from './calls/ballots.ts';
import { cases } from './calls/cases.ts';
import { history } from './calls/history.ts';
import { students, teams, tournaments } from './calls/rosters.ts';
import { schools } from './calls/schools.ts';
import { session } from './calls/session.ts';
import { status } from './calls/status.ts';
import { users } from './calls/users.ts';
import { witnesses } from './calls/witnesses.ts';

export const calls = implement(contract).$context<RequestContext>().router({
  session,
  schools,
  users,
  assignments,
  teams,
  students,
  tournaments,
  cases,
  witnesses,
  history,
  status,
  ballots,
});
