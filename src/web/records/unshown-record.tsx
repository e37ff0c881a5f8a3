import type { ReactNode } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { LoadFailed, type LoadFailure } from '#web/components/load-failed.tsx';
import { Page } from '#web/components/page.tsx';

interface UnshownRecordProps {
  what: 'round' | 'tournament' | 'team';
  failure: LoadFailure | undefined;
  /** The school has no such record. */
  isMissing: boolean;
  /** The record's outlines, while it loads. */
  children: ReactNode;
}

const TITLES = { round: 'Round', tournament: 'Tournament', team: 'Team' };

/** The page of a round, tournament or team that is loading, couldn’t be loaded, or doesn’t exist. */
export function UnshownRecord({ what, failure, isMissing, children }: UnshownRecordProps) {
  return (
    <Page title={TITLES[what]}>
      {failure ? (
        <LoadFailed what={`the ${what}`} {...failure} />
      ) : isMissing ? (
        <EmptyState
          title={`This school has no such ${what}`}
          text="It was deleted, or it belongs to another school."
          actions={<ButtonLink to="/season">Go to the season</ButtonLink>}
        />
      ) : (
        children
      )}
    </Page>
  );
}
