// A season lasts from July to June and is called by its two years: "2026-27". The screens import this too, so there is no schema here.

const SEASON = /^(\d{4})-(\d{2})$/;

/** Whether a text names a season: two years in a row. */
export const isSeason = (text: string): boolean => {
  const years = SEASON.exec(text);
  return years !== null && Number(years[2]) === (Number(years[1]) + 1) % 100;
};

/** How many days ahead the dashboard says that a season book will be deleted by itself. */
export const NOTICE_DAYS = 30;

const nameOf = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
const FIRST_MONTH = 6;

/** The season of a day, in the time zone of the person who asks. */
export const seasonOf = (date: Date): string =>
  nameOf(date.getMonth() < FIRST_MONTH ? date.getFullYear() - 1 : date.getFullYear());

/** The season a number of years later, or earlier. */
export const seasonAfter = (season: string, years: number): string => nameOf(Number(season.slice(0, 4)) + years);

/** Graduated before the season began: class of 2026 in the season 2026-27. */
export const isGraduate = (classYear: number | null, season: string): boolean =>
  classYear !== null && classYear <= Number(season.slice(0, 4));
