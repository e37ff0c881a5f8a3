import type { ReactNode } from 'react';
import type { Subject } from '#contract/permissions.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { Page } from '#web/components/page.tsx';
import { useCurrentSchool } from '#web/state/current-school.ts';
import { useMay } from '#web/state/use-may.ts';

interface ForStaffProps {
  title: string;
  /** What the page lets its people add to or read of the chosen school. */
  action: 'create' | 'read';
  subject: Subject;
  children: (schoolId: string) => ReactNode;
}

/** A page of the chosen school for its Primary Admins and Admins. */
export function ForStaff({ title, action, subject, children }: ForStaffProps) {
  const { school } = useCurrentSchool();
  const may = useMay();
  if (school !== null && may(action, subject, school)) return children(school);
  return (
    <Page title={title}>
      <EmptyState
        title="Primary Admins and Admins of a school keep its ballots."
        text="Choose a school in which you have one of these roles."
      />
    </Page>
  );
}
