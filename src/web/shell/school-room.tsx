// The pages about the chosen school: they know it from here. If it disappears while one is open, another can be chosen.
import { Outlet, useLocation } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { OfSchool } from '#web/state/school.ts';
import { ChooseSchool } from './choose-school.tsx';

/** The page for people without permission to see a record. */
const RefusalContext = createContext<ReactNode>(null);
export const useRefusal = (): ReactNode => use(RefusalContext);

export default function SchoolRoom({ forbidden }: { forbidden: ReactNode }) {
  const { school } = useCurrentSchool();
  const mine = useMyAssignments();
  // The School page says its name itself.
  const isOfSeason = useLocation({ select: ({ pathname }) => pathname.startsWith('/season') });
  if (school === null) return <ChooseSchool />;
  const name = mine.data?.find(({ schoolId }) => schoolId === school)?.school.name;
  return (
    <OfSchool value={school}>
      <RefusalContext value={forbidden}>
        {isOfSeason && name !== undefined && <OnPaper>{name}</OnPaper>}
        {/* Another school's page is another page. */}
        <Outlet key={school} />
      </RefusalContext>
    </OfSchool>
  );
}
