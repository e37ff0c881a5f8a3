import { momentOf } from '#web/format.ts';
import { LinkField } from './link-field.tsx';

interface OneTimeLinkProps {
  /** "Invitation for nia@example.org" */
  label: string;
  path: string;
  token: string;
  expiresAt: Date;
  note?: string | undefined;
}

/** A link that works once, to copy and pass on. */
export function OneTimeLink({ label, path, token, expiresAt, note = '' }: OneTimeLinkProps) {
  return (
    <LinkField
      label={label}
      // The token is in the fragment, which browsers don't send, so no server log contains it.
      link={`${location.origin}${path}#${token}`}
      description={`${note} It works once, until ${momentOf(expiresAt)}, and is shown only now.`}
    />
  );
}
