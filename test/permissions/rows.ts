// The rows of the matrix test: one per call of the contract, and one per action on each table. A new call or table without
// a row here fails the tests.
import type { Ask } from './asking.ts';
import { CALLS_OF_PEOPLE } from './calls-of-people.ts';
import { CALLS_OF_SCHOOL } from './calls-of-school.ts';
import { CALLS_OF_SEASON } from './calls-of-season.ts';
import type { Table } from './statements.ts';
import { TABLES_OF_PEOPLE } from './tables-of-people.ts';
import { TABLES_OF_SCHOOL } from './tables-of-school.ts';
import { TABLES_OF_SEASON } from './tables-of-season.ts';

/** By call name. Calls about the person's session are not part of the matrix. */
export const CALLS: Record<string, Ask> = { ...CALLS_OF_PEOPLE, ...CALLS_OF_SCHOOL, ...CALLS_OF_SEASON };

/** The same as direct SQL statements, by table. */
export const TABLES: Record<string, Table> = { ...TABLES_OF_PEOPLE, ...TABLES_OF_SCHOOL, ...TABLES_OF_SEASON };
