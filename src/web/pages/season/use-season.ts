// The season that a page is about: the one in its address, or the one that has its record.
import { useQuery } from '@tanstack/react-query';
import type { Season } from '#contract/season-book.ts';
import { currentSeason, usualSeason } from '#web/records/current-season.ts';
import { useAllSeasons, type NamedSeason } from '#web/records/all-seasons.ts';
import { seasonOf, useSeasons } from '#web/records/queries.ts';
import { useLast, useSeasonAddress } from '#web/records/season-address.ts';
import { failureOf, type Loading } from '#web/server/loaded.tsx';
import { useSchool } from '#web/state/school.ts';
import { useHasUnsavedChanges } from '#web/state/unsaved.ts';

/** The season in the address, or the usual one, with the seasons to choose from. */
export function useSeason() {
  const { schoolId, may } = useSchool();
  const { season: asked } = useSeasonAddress();
  const seasons = useSeasons();
  const name = asked ?? (seasons.data && usualSeason(seasons.data));
  const one = useQuery({ ...seasonOf(schoolId, name ?? ''), enabled: name !== undefined });
  const known = new Set([...(seasons.data ?? []), currentSeason(), ...(name === undefined ? [] : [name])]);
  const season: Loading<NamedSeason> = {
    data: one.data && name !== undefined ? { ...one.data, name } : undefined,
    failure: failureOf([seasons, one]),
  };
  return { schoolId, may, name, /** Newest first. */ names: [...known].toSorted().toReversed(), season };
}

type Kind = 'rounds' | 'tournaments';
type Found<Of extends Kind> = { season: NamedSeason; record: Season[Of][number] };

/**
 * A record with its season, or null: a shared link names the record and not its season. While it is edited or added to, or something
 * on its page isn't saved, it stays when a colleague deletes it: what somebody has typed isn't lost without a word, and Save says why.
 */
export function useRecord<Of extends Kind>(kind: Of, id: string): Loading<Found<Of> | null> {
  const { open } = useSeasonAddress();
  const { soFar, data: all, failure } = useAllSeasons();
  const recordIn = (season: NamedSeason | undefined): Season[Of][number] | undefined =>
    season?.[kind].find((each) => each.id === id);
  const found = soFar.find(recordIn);
  const isUnsaved = useHasUnsavedChanges();
  const last = useLast(found);
  const season = found ?? (open === 'edit' || open === 'add' || isUnsaved ? last : undefined);
  const record = recordIn(season);
  if (season && record) return { data: { season, record }, failure: undefined };
  return { data: all && null, failure };
}
