import type { ReactNode } from 'react';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { LoadFailed, type LoadFailure } from '#web/components/feedback/load-failed.tsx';
import { Page } from '#web/components/ui/page.tsx';

export interface UnshownRecordProps {
  what: 'round' | 'tournament' | 'team' | 'ballot';
  failure: LoadFailure | undefined;
  /** The school has no such record. */
  isMissing: boolean;
  /** The record's outlines, while it loads. */
  children: ReactNode;
}

const TITLES = { round: 'Round', tournament: 'Tournament', team: 'Team', ballot: 'Ballot' };

/** The page of a round, tournament, team or ballot that is loading, couldn’t be loaded, or doesn’t exist. */
export function UnshownRecord({ what, failure, isMissing, children }: UnshownRecordProps) {
  return (
    <Page title={TITLES[what]}>
      {failure ? (
        <LoadFailed what={`the ${what}`} {...failure} />
      ) : isMissing ? (
        <EmptyState
          title={`The chosen school has no such ${what}`}
          text="It was deleted, the link is incomplete, or it belongs to another school."
          actions={<ButtonLink to="/season">Go to the season</ButtonLink>}
        />
      ) : (
        children
      )}
    </Page>
  );
}
