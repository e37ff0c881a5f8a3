// All calls, in the contract's shape.
import { assignments } from './calls/assignments.ts';
import { ballots } from './calls/ballots.ts';
import { cases } from './calls/cases.ts';
import { students, teams, tournaments } from './calls/rosters.ts';
import { schools } from './calls/schools.ts';
import { session } from './calls/session.ts';
import { status } from './calls/status.ts';

export const calls = { session, schools, assignments, teams, students, tournaments, cases, status, ballots };
