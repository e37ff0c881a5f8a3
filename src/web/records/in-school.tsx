import type { ReactNode } from 'react';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';

/** A page of the chosen school. If the school disappears while the page is open, it leads to the choice of another. */
export function InSchool({ title, children }: { title: string; children: (schoolId: string) => ReactNode }) {
  const { school } = useCurrentSchool();
  const mine = useMyAssignments();
  if (school !== null) {
    const name = mine.data?.find(({ schoolId }) => schoolId === school)?.school.name;
    return (
      <>
        {name !== undefined && <OnPaper>{name}</OnPaper>}
        {children(school)}
      </>
    );
  }
  return (
    <Page title={title}>
      <EmptyState title="No school is selected" actions={<ButtonLink to="/">Choose a school</ButtonLink>} />
    </Page>
  );
}
