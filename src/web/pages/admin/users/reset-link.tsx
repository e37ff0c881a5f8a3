// Makes a link with which a person chooses a new password.
import { Button, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { OneTimeLink } from '#web/components/one-time-link.tsx';
import classes from '../admin.module.css';
import { api } from '#web/server/query-client.ts';

export function ResetLink({ userId, name }: { userId: string; name: string }) {
  const create = useMutation(
    api.passwordResets.create.mutationOptions({ meta: { failed: 'Failed to create a reset link' } }),
  );
  return (
    <section className={classes.below} aria-labelledby="password-heading">
      <Title order={3} id="password-heading">
        Password
      </Title>
      <p>
        If {name} forgot the password, create a link to choose a new one. Send it only to {name}: it opens the account.
      </p>
      <Button variant="default" loading={create.isPending} onClick={() => create.mutate({ userId })}>
        Create Reset Link
      </Button>
      {create.data && <OneTimeLink label={`Reset link for ${name}`} path="/reset-password" {...create.data} />}
    </section>
  );
}
