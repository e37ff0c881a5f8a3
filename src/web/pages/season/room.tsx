// The season book: its pages are all about the chosen school. If it disappears while one is open, this leads to the choice of another.
import { Outlet } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { OfSchool } from '#web/state/school.ts';

/** The page for people without permission to see a record. */
const RefusalContext = createContext<ReactNode>(null);
export const useRefusal = (): ReactNode => use(RefusalContext);

export default function SeasonRoom({ forbidden }: { forbidden: ReactNode }) {
  const { school } = useCurrentSchool();
  const mine = useMyAssignments();
  if (school === null)
    return (
      <Page title="Season">
        <EmptyState title="No school is selected" actions={<ButtonLink to="/">Choose a school</ButtonLink>} />
      </Page>
    );
  const name = mine.data?.find(({ schoolId }) => schoolId === school)?.school.name;
  return (
    <OfSchool value={school}>
      <RefusalContext value={forbidden}>
        {name !== undefined && <OnPaper>{name}</OnPaper>}
        {/* Another school's page is another page. */}
        <Outlet key={school} />
      </RefusalContext>
    </OfSchool>
  );
}
