// A line-up begins with its people: each attorney is chosen once, and the attorney's parts follow. Any part can be changed afterwards.
import type { Part } from '#metrics/scores.ts';
import type { LineUpValues } from './line-up-record.ts';

export const ATTORNEYS = ['opener', 'middle', 'closer'] as const;
export type Attorney = (typeof ATTORNEYS)[number];
export const ATTORNEY_LABELS: Record<Attorney, string> = {
  opener: 'Opener',
  middle: 'Middle attorney',
  closer: 'Closer',
};

/** The attorneys’ parts among the given ones. */
export const attorneyParts = (parts: readonly Part[]): readonly Part[] =>
  parts.filter((part) => /^(?:pretrial|open|direct|cross|close)/.test(part));

const numberOf = (part: Part): number => Number(part.at(-1));
const examinations = (parts: readonly Part[]): readonly Part[] =>
  attorneyParts(parts).filter((part) => /^(?:direct|cross)/.test(part));

/** What an attorney of a side begins with: a speech with the first or the last examinations, or those between. */
function firstParts(attorney: Attorney, parts: readonly Part[]): readonly Part[] {
  const last = Math.max(...examinations(parts).map(numberOf));
  const ofNumber = (is: (number: number) => boolean) => examinations(parts).filter((part) => is(numberOf(part)));
  if (attorney === 'opener') return ['open', ...ofNumber((number) => number === 1)];
  if (attorney === 'middle') return ofNumber((number) => number > 1 && number < last);
  return [...ofNumber((number) => number > 1 && number === last), 'close'];
}

/** The attorneys to choose. Without both speeches, their parts are chosen one by one. */
export const attorneysIn = (parts: readonly Part[]): readonly Attorney[] =>
  parts.includes('open') && parts.includes('close')
    ? ATTORNEYS.filter((attorney) => firstParts(attorney, parts).length > 0)
    : [];

type Values = Readonly<Pick<LineUpValues, Part>>;

/** Who is which attorney: the one who opens, the one who closes, and the one who does neither. */
export function attorneysOf(values: Values, parts: readonly Part[]): Record<Attorney, string | null> {
  const { open, close } = values;
  const isMiddle = (id: string | null) => id !== null && id !== open && id !== close;
  const middleFirst = [...firstParts('middle', parts), ...examinations(parts)];
  return { opener: open, middle: middleFirst.map((part) => values[part]).find(isMiddle) ?? null, closer: close };
}

/** What an attorney does, or begins with while nobody is chosen. Somebody who both opens and closes is named twice. */
export function partsOfAttorney(values: Values, attorney: Attorney, parts: readonly Part[]): readonly Part[] {
  const people = attorneysOf(values, parts);
  const id = people[attorney];
  if (id === null) return firstParts(attorney, parts);
  const others = ATTORNEYS.filter((other) => other !== attorney && people[other] === id);
  return attorneyParts(parts).filter(
    (part) => values[part] === id && !others.some((other) => firstParts(other, parts).includes(part)),
  );
}

/** What changes when an attorney is chosen: the new one takes over all parts of the one before, and those that nobody has yet. */
export function withAttorney(
  values: Values,
  attorney: Attorney,
  id: string | null,
  parts: readonly Part[],
): Partial<LineUpValues> {
  const isFree = (part: Part) => values[part] === null;
  const free = firstParts(attorney, parts).filter(isFree);
  const before = attorneysOf(values, parts)[attorney] === null ? [] : partsOfAttorney(values, attorney, parts);
  return Object.fromEntries([...before, ...free].map((part) => [part, id]));
}
