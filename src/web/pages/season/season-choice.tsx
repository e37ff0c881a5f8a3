import { useNavigate } from '@tanstack/react-router';
import { Choice } from '#web/components/forms/choice.tsx';
import { withoutGaps } from '#web/records/season-search.ts';

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
  const navigate = useNavigate();
  return (
    <Choice
      {...(labelled ? { label: 'Season' } : { 'aria-label': 'Season' })}
      options={seasons.map((each) => ({ value: each, label: each }))}
      value={season}
      onChoose={(chosen) =>
        void navigate({
          to: '.',
          search: (before) => withoutGaps({ ...before, season: chosen, tournament: undefined }),
          replace: !push,
          resetScroll: false,
        })
      }
    />
  );
}
