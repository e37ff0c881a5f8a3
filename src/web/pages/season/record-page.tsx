// The page of a round, tournament, team, ballot or student: while it loads, if it couldn’t be loaded, if it doesn’t exist, and else the record.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { capitalized } from '#web/format.ts';
import { failureOf, type Loading } from '#web/server/loaded.tsx';

const MISSING = 'It was deleted, the link is incomplete, or it belongs to another school.';

interface RecordPageProps<Of> {
  what: 'round' | 'tournament' | 'team' | 'ballot' | 'student' | 'try-out';
  /** Null if the school has no such record. */
  of: Loading<Of | null>;
  /** Says more about a record that the school doesn't have. */
  missing?: string | undefined;
  children: (record: Of) => ReactNode;
}

export function RecordPage<Of>({ what, of, missing = MISSING, children }: RecordPageProps<Of>) {
  const failure = failureOf([of]);
  if (of.data !== undefined && of.data !== null) return children(of.data);
  return (
    <Page title={capitalized(what)}>
      {failure ? (
        <LoadFailed what={`the ${what}`} {...failure} />
      ) : of.data === null ? (
        <EmptyState
          title={`The chosen school has no such ${what}`}
          text={missing}
          actions={<ButtonLink to="/season">Go to the season</ButtonLink>}
        />
      ) : (
        <output aria-label={`Loading the ${what}`}>
          <Skeleton height="10rem" mb="md" />
          <Skeleton height="24rem" />
        </output>
      )}
    </Page>
  );
}
