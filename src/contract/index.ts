// The contract: all calls, by subject. The server implements it, and the browser's client gets its types from it.
import type { ContractRouterClient } from '@orpc/contract';
import { assignments } from './assignments.ts';
import { ballots } from './ballots.ts';
import { cases } from './cases.ts';
import { history } from './history.ts';
import { students, teams, tournaments } from './rosters.ts';
import { schools } from './schools.ts';
import { session } from './session.ts';
import { status } from './status.ts';
import { users } from './users.ts';
import { witnesses } from './witnesses.ts';

export const contract = {
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
};
type Contract = typeof contract;
export type Calls = ContractRouterClient<Contract>;
