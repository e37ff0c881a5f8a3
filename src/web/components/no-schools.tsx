import { useSession } from '#web/state/session.ts';
import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';

/** For whoever belongs to no school: what to ask for, with all that support needs to know. */
export function NoSchools() {
  const { me } = useSession();
  const request = `Please give me access to our school on Courtside: ${me?.name}, ${me?.email}, user ID ${me?.id}.`;
  return (
    <EmptyState
      title="You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added."
      text={`“${request}”`}
      actions={<CopyButton value={request} what="request" />}
    />
  );
}
