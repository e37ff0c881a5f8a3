import type { ReactNode } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ButtonLink } from '#web/components/links.tsx';
import { Page } from '#web/components/page.tsx';
import { useCurrentSchool } from '#web/state/current-school.ts';

/** A page of the chosen school. If the school disappears while the page is open, it leads to the choice of another. */
export function InSchool({ title, children }: { title: string; children: (schoolId: string) => ReactNode }) {
  const { school } = useCurrentSchool();
  if (school !== null) return children(school);
  return (
    <Page title={title}>
      <EmptyState title="No school is selected" actions={<ButtonLink to="/">Choose a school</ButtonLink>} />
    </Page>
  );
}
