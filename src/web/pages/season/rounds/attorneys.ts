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

/** The parts that an attorney begins with. */
const FIRST_PARTS: Record<Attorney, readonly Part[]> = {
  opener: ['open', 'direct1', 'cross1'],
  middle: ['direct2', 'cross2'],
  closer: ['direct3', 'cross3', 'close'],
};
/** In the order of a trial. */
export const ATTORNEY_PARTS: readonly Part[] = [
  'open',
  'direct1',
  'direct2',
  'direct3',
  'cross1',
  'cross2',
  'cross3',
  'close',
];
const MIDDLE_FIRST: readonly Part[] = ['direct2', 'cross2', 'direct1', 'direct3', 'cross1', 'cross3'];

type Values = Readonly<Pick<LineUpValues, Part>>;

/** Who is which attorney: the one who opens, the one who closes, and the one who does neither. */
export function attorneysOf(values: Values): Record<Attorney, string | null> {
  const { open, close } = values;
  const isMiddle = (id: string | null) => id !== null && id !== open && id !== close;
  return { opener: open, middle: MIDDLE_FIRST.map((part) => values[part]).find(isMiddle) ?? null, closer: close };
}

/** What an attorney does, or begins with while nobody is chosen. Somebody who both opens and closes is named twice. */
export function partsOfAttorney(values: Values, attorney: Attorney): readonly Part[] {
  const people = attorneysOf(values);
  const id = people[attorney];
  if (id === null) return FIRST_PARTS[attorney];
  const others = ATTORNEYS.filter((other) => other !== attorney && people[other] === id);
  return ATTORNEY_PARTS.filter(
    (part) => values[part] === id && !others.some((other) => FIRST_PARTS[other].includes(part)),
  );
}

/** What changes when an attorney is chosen: the new one takes over all parts of the one before, and those that nobody has yet. */
export function withAttorney(values: Values, attorney: Attorney, id: string | null): Partial<LineUpValues> {
  const isFree = (part: Part) => values[part] === null;
  const free = FIRST_PARTS[attorney].filter(isFree);
  const before = attorneysOf(values)[attorney] === null ? [] : partsOfAttorney(values, attorney);
  return Object.fromEntries([...before, ...free].map((part) => [part, id]));
}
