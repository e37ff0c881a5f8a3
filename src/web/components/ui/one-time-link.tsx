import { TextInput } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';
import classes from './one-time-link.module.css';

interface OneTimeLinkProps {
  /** "Invitation for nia@example.org" */
  label: string;
  path: string;
  token: string;
  expiresAt: Date;
  note?: string | undefined;
}

const times = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A new link is below the form that made it, and a dialog may end above it. */
const scrollIntoView = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' });

/** A link to copy and pass on. The server can't show it again. */
export function OneTimeLink({ label, path, token, expiresAt, note }: OneTimeLinkProps) {
  // The token is in the fragment, which browsers don't send, so no server log contains it.
  const link = `${location.origin}${path}#${token}`;
  return (
    <div ref={scrollIntoView} className={classes.link}>
      <TextInput
        className={classes.field ?? ''}
        label={label}
        description={`${note === undefined ? '' : `${note} `}It works once, until ${times.format(expiresAt)}, and is shown only now.`}
        value={link}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={link} what="link" />
    </div>
  );
}
