// How a row of the matrix makes its call, and the inputs that several rows send.
import { randomUUID } from 'node:crypto';
import type { Calls } from '#contract/index.ts';
import type { Target } from './target.ts';

/** A read returns whether the target was visible. A write only succeeds or is refused. */
export type Ask = (calls: Calls, target: Target) => Promise<unknown>;

export const has = async <Row>(rows: Promise<Row[]>, matches: (row: Row) => boolean): Promise<boolean> =>
  (await rows).some(matches);
export const hasRow = async <Row>(page: Promise<{ rows: Row[] }>, matches: (row: Row) => boolean): Promise<boolean> =>
  (await page).rows.some(matches);
export const found = async (answer: Promise<unknown>): Promise<boolean> => (await answer) !== null;
export const answers = async (answer: Promise<unknown>): Promise<boolean> => (await answer) !== undefined;
/** A person with the permission to read ballots gets the error that this file is not a photo, or that the school needs premium status. */
export const ignoringUnread = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: { code?: string }) => {
    if (error.code !== 'NOT_READ' && error.code !== 'PREMIUM_NEEDED') throw error;
  });
export const version = 1;
export const changed = { name: 'New Name' };
export const entry = () => ({ id: randomUUID(), name: 'New Entry' });
export const listFile = (header = 'name'): File => new File([`${header}\nNew Entry\n`], 'list.csv');
