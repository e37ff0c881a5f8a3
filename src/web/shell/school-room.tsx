// The pages about the chosen school: they know it from here. If it disappears while one is open, another can be chosen.
import { Outlet, useLocation } from '@tanstack/react-router';
import { createContext, use, type ReactNode } from 'react';
import { BlankDocket } from '#web/art/blank-docket.tsx';
import { OnPaper } from '#web/components/ui/on-paper.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { OfSchool } from '#web/state/school.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { NoSchools } from '#web/support/no-schools.tsx';
import { SchoolChoice } from './school-switcher.tsx';

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

/** In the place of a page about the chosen school, which was removed while the page was open. */
function ChooseSchool() {
  const mine = useMyAssignments();
  return (
    <Page title="Well this is awkward..." centered>
      <Loaded what="your schools" of={{ mine }} empty={<NoSchools />}>
        {() => (
          <>
            <BlankDocket />
            <p>No school is selected. Choose one:</p>
            <SchoolChoice />
          </>
        )}
      </Loaded>
    </Page>
  );
}
