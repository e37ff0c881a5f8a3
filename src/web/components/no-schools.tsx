import { CopyButton } from './copy-button.tsx';
import { EmptyState } from './empty-state.tsx';
import { PRODUCT } from './product.ts';

interface NoSchoolsProps {
  person: { id: string; name: string; email: string };
}

/** For somebody without a school: a request to copy, with everything support needs to know. */
export function NoSchools({ person: { id, name, email } }: NoSchoolsProps) {
  const request = `Please give me access to our school on ${PRODUCT}: ${name}, ${email}, user ID ${id}.`;
  return (
    <EmptyState
      title="You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added."
      text={`“${request}”`}
      actions={<CopyButton value={request} what="request" />}
    />
  );
}
