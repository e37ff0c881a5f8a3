import { seasonOf } from '#contract/seasons.ts';

export const currentSeason = (): string => seasonOf(new Date());
