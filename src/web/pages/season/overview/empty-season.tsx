// What a season book is and how to begin, for people who may begin and for those who have to ask.
import { Button } from '@mantine/core';
import type { SchoolAssignment } from '#contract/assignments.ts';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Notice } from '#web/components/feedback/notice.tsx';
import { useSeasonDialog } from '#web/records/season-address.ts';
import { useSchool } from '#web/state/school.ts';

const WHAT = 'The season book keeps your tournaments, rounds and judges’ ballots, and works out your records.';

export function EmptySeason({ season }: { season: string }) {
  const { open } = useSeasonDialog();
  const isStaff = useSchool().may('create', 'tournament');
  return (
    <EmptyState
      title={`No tournaments in ${season} yet`}
      text={`${WHAT} ${isStaff ? 'Start with a tournament, then add its rounds.' : 'Your Primary Admin or an Admin adds the first tournament.'}`}
      actions={isStaff && <Button onClick={() => open('add')}>Add a tournament</Button>}
    />
  );
}

/** Ballots are kept only where the Primary Admin has switched that on. */
export function NotKeeping({ people }: { people: readonly SchoolAssignment[] | undefined }) {
  const isPrimary = useSchool().may('update', 'seasonBook');
  if (isPrimary)
    return (
      <Notice
        actions={
          <ButtonLink to="/school" hash="season-book" variant="default">
            Go to the School page
          </ButtonLink>
        }
      >
        Your school doesn’t keep ballots yet. You can turn that on under “Season book” on the School page.
      </Notice>
    );
  const primaries = people?.filter(({ role }) => role === 'primary').map(({ user }) => user.name) ?? [];
  const whom = primaries.length === 0 ? 'your Primary Admin' : `your Primary Admin (${primaries.join(', ')})`;
  return <Notice>Your school doesn’t keep ballots yet. To start, ask {whom} to turn that on.</Notice>;
}
