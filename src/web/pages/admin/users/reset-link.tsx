// Makes a link with which a person chooses a new password.
import { Button } from '@mantine/core';
import { OneTimeLink } from '#web/components/ui/one-time-link.tsx';
import classes from '../admin.module.css';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { Section } from '#web/components/ui/section.tsx';

export function ResetLink({ userId, name }: { userId: string; name: string }) {
  const create = useChange({ send: calls.passwordResets.create, failed: 'Failed to create a reset link' });
  return (
    <Section className={classes.below} id="password-heading" title="Password" level={3}>
      <p>
        If {name} forgot the password, create a link to choose a new one. Send it only to {name}: it opens the account.
      </p>
      <Button variant="default" loading={create.isPending} onClick={() => create.send({ userId })}>
        Create Reset Link
      </Button>
      {create.data && <OneTimeLink label={`Reset link for ${name}`} path="/reset-password" {...create.data} />}
    </Section>
  );
}
