// Numbers, counts, lists, days and judges, as every screen writes them.
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const LIST = new Intl.ListFormat('en-US');

/** "1,200" */
export const numberText = (value: number): string => value.toLocaleString('en-US');

/** "1 round", "1,200 rounds" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

/** "Ada, Ben, and Cleo" */
export const listText = (names: Iterable<string>): string => LIST.format(names);

/** "Nov 22, 2026" */
export const dayOf = (at: Date): string => DAY.format(at);

/** "Nov 22, 2026, 3:04 PM" */
export const momentOf = (at: Date): string => MOMENT.format(at);

/** Somebody whose name the ballot doesn't tell is "Judge 2". */
export const judgeName = ({ judge, number }: { judge: string; number: number }): string => judge || `Judge ${number}`;
