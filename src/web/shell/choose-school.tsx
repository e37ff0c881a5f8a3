// In place of a page about the chosen school, which was removed while the page was open.
import { BlankDocket } from '#web/art/blank-docket.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Loaded } from '#web/server/loaded.tsx';
import { useMyAssignments } from '#web/state/current-school.ts';
import { NoSchools } from '#web/support/no-schools.tsx';
import { SchoolChoice } from './school-switcher.tsx';

export function ChooseSchool() {
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
