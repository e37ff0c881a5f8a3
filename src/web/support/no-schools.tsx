import { useSession } from '#web/state/session.ts';
import { AskSupport } from './ask-support.tsx';
import { CopyButton } from '#web/components/ui/copy-button.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { PRODUCT } from '#web/product.ts';

export const NO_SCHOOLS =
  "You are not assigned to any schools. Please have your school's Primary Admin reach out to support to be added.";

/** For somebody without a school: a request to copy, with everything support needs to know. */
export function NoSchools() {
  const { me } = useSession();
  if (!me) return null;
  const request = `Please give me access to our school on ${PRODUCT}: ${me.name}, ${me.email}, user ID ${me.id}.`;
  return (
    <EmptyState
      title={NO_SCHOOLS}
      text={
        <>
          “{request}” <AskSupport before="If you don’t know your school’s Primary Admin, " />
        </>
      }
      actions={<CopyButton value={request} what="request" />}
    />
  );
}
