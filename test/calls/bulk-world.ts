// World: a school with an Admin, a database manager, and files with lists of records.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { csvLine } from '#ballot/csv.ts';
import type { Calls } from '#contract/index.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

export let product: InProcess;
/** A database manager’s calls. */
export let platform: Calls;
export let school: Awaited<ReturnType<typeof addSchool>>;
/** An Admin’s calls. */
export let staff: Calls;
export let schoolId: string;

export const fileOf = (...rows: (string | number)[][]): File =>
  new File([rows.map((row) => csvLine(row)).join('')], 'list.csv');
/** What a preview says of each row, in short. */
export const short = ({ rows }: { rows: { state: string; message: string | null }[] }) =>
  rows.map(({ state, message }) => (message === null ? state : `${state}: ${message}`));
type Proposed<Change> = { rows: { change: Change | null }[] };
export const proposed = <Change>({ rows }: Proposed<Change>): Change[] => rows.flatMap(({ change }) => change ?? []);

/** Call it once per test file. */
export function bulkWorld(): void {
  beforeAll(async () => {
    product = await startInProcess();
    platform = callsAs(product, await addPerson(product.database, { name: 'Sue Per', dbManager: true }));
  });
  afterAll(() => product.close());
  beforeEach(async () => {
    school = await addSchool(product.database, `School ${randomUUID()}`);
    schoolId = school.id;
    staff = callsAs(product, await addPerson(product.database, { name: 'Ada Min', roles: { [schoolId]: 'admin' } }));
  });
}
