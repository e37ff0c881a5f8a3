// The page of a record of the chosen school: while it loads, if it couldn’t be loaded, if it doesn’t exist, and else the record.
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { LoadFailed } from '#web/components/feedback/load-failed.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { capitalized } from '#web/format.ts';
import { failureOf, type Loading } from '#web/server/loaded.tsx';

const MISSING = 'It was deleted, the link is incomplete, or it belongs to another school.';
const TO_SEASON = <ButtonLink to="/season">Go to the season</ButtonLink>;

interface RecordPageProps<Of> {
  what: 'round' | 'tournament' | 'team' | 'ballot' | 'student' | 'try-out' | 'score sheet';
  /** Null if the school has no such record. */
  of: Loading<Of | null>;
  /** Says more about a record that the school doesn't have. */
  missing?: string | undefined;
  /** Where to go from a record that isn't there. */
  elsewhere?: ReactNode;
  children: (record: Of) => ReactNode;
}

export function RecordPage<Of>({ what, of, missing = MISSING, elsewhere = TO_SEASON, children }: RecordPageProps<Of>) {
  const failure = failureOf([of]);
  if (of.data !== undefined && of.data !== null) return children(of.data);
  return (
    <Page title={capitalized(what)}>
      {failure ? (
        <LoadFailed what={`the ${what}`} {...failure} />
      ) : of.data === null ? (
        <EmptyState title={`The chosen school has no such ${what}`} text={missing} actions={elsewhere} />
      ) : (
        <output aria-label={`Loading the ${what}`}>
          <Skeleton height="10rem" mb="md" />
          <Skeleton height="24rem" />
        </output>
      )}
    </Page>
  );
}
