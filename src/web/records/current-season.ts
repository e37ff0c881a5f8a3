import { seasonAfter, seasonOf } from '#contract/seasons.ts';

/** By the person's calendar. The server doesn't know their time zone, so the app sends the season of what it adds. */
export const currentSeason = (): string => seasonOf(new Date());

/** The current season if the school has a tournament in it; otherwise the last one that has. `seasons`: newest first. */
export function usualSeason(seasons: readonly string[]): string {
  const current = currentSeason();
  return seasons.includes(current) ? current : (seasons[0] ?? current);
}

/** Seasons to choose from, the next one first, and those that are chosen already. */
export function seasonsToChoose(...chosen: string[]): string[] {
  const current = currentSeason();
  const near = [1, 0, -1, -2, -3, -4].map((years) => seasonAfter(current, years));
  return [...new Set([...near, ...chosen])].toSorted().toReversed();
}
