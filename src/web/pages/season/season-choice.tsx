import { Choice } from '#web/components/forms/choice.tsx';
import { withoutGaps } from '#web/records/search-parameters.ts';
import { useChangeAddress } from './use-change-address.ts';

interface SeasonChoiceProps {
  /** Null while it loads. */
  season: string | null;
  /** Newest first. */
  seasons: readonly string[];
  /** Whether the label is visible. */
  labelled?: boolean;
  /** Whether the back button leads to the season before. */
  push?: boolean;
}

/** Shows the page of another season. A tournament that it was filtered by belongs to the one before. */
export function SeasonChoice({ season, seasons, labelled = false, push = false }: SeasonChoiceProps) {
  const change = useChangeAddress();
  return (
    <Choice
      {...(labelled ? { label: 'Season' } : { 'aria-label': 'Season' })}
      options={seasons.map((each) => ({ value: each, label: each }))}
      value={season}
      onChoose={(chosen) => change((latest) => withoutGaps({ ...latest, season: chosen, tournament: undefined }), push)}
    />
  );
}
