// Days and spans of days, as the person's locale writes them.
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
/** Noon, so that no time zone or change of clocks makes it another day. */
const noonOf = (day: string): Date => new Date(`${day}T12:00`);

/** "Nov 22, 2026" */
export const dayText = (day: string): string => FORMAT.format(noonOf(day));

/** "Feb 6 – 8, 2027", one day, or nothing. */
export function daysText(from: string | null, to: string | null): string {
  const [first, last] = [from ?? to, to ?? from];
  if (first === null || last === null) return '';
  return first < last ? FORMAT.formatRange(noonOf(first), noonOf(last)) : dayText(first);
}
