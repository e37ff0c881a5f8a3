// The School page and the pages of its score sheets: all are about the chosen school, which may be removed while one is open.
import { BlankDocket } from '#web/art/blank-docket.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { Loaded } from '#web/server/loaded.tsx';
import { SchoolChoice } from '#web/shell/school-switcher.tsx';
import { useCurrentSchool, useMyAssignments } from '#web/state/current-school.ts';
import { OfSchool } from '#web/state/school.ts';
import { useSession } from '#web/state/session.ts';
import { NoSchools } from '#web/support/no-schools.tsx';
import { Outlet } from '@tanstack/react-router';

export default function SchoolRoom() {
  const { school } = useCurrentSchool();
  if (school === null) return <ChooseSchool />;
  return (
    <OfSchool value={school}>
      {/* Another school's page is another page. */}
      <Outlet key={school} />
    </OfSchool>
  );
}

/** The selected school was removed while this page was open. */
function ChooseSchool() {
  const { me } = useSession();
  const mine = useMyAssignments();
  return (
    <Page title="Well this is awkward..." centered>
      <Loaded what="your schools" of={{ mine }}>
        {(loaded) =>
          loaded.mine.length === 0 ? (
            me && <NoSchools person={me} />
          ) : (
            <>
              <BlankDocket />
              <p>No school is selected. Choose one:</p>
              <SchoolChoice />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
