// The School page and the pages of its score sheets: all are about the chosen school, which may be removed while one is open.
import { ChooseSchool } from '#web/shell/choose-school.tsx';
import { useCurrentSchool } from '#web/state/current-school.ts';
import { OfSchool } from '#web/state/school.ts';
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
