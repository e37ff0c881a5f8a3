// The season book: its pages are all about the chosen school. If it disappears while one is open, another can be chosen.
import { Outlet } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { ChooseSchool } from '#web/shell/choose-school.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { OfSchool } from '#web/state/school.ts';

/** The page for people without permission to see a record. */
const RefusalContext = createContext<ReactNode>(null);
export const useRefusal = (): ReactNode => use(RefusalContext);

export default function SeasonRoom({ forbidden }: { forbidden: ReactNode }) {
  const { school } = useCurrentSchool();
  const mine = useMyAssignments();
  if (school === null) return <ChooseSchool />;
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
