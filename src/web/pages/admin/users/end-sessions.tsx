// Signs a person out everywhere: after a lost phone, or when an account is in wrong hands.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#web/components/dialogs/confirm-dialog.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import classes from '../admin.module.css';

export function EndSessions({ userId, name }: { userId: string; name: string }) {
  const [isAsked, setIsAsked] = useState(false);
  const end = useChange({
    send: () => calls.users.endSessions({ userId }),
    done: 'User signed out everywhere',
    failed: 'Failed to sign out the user',
    onDone: () => setIsAsked(false),
  });
  return (
    <Section className={classes.below} id="sessions-heading" title="Signed in" level={3}>
      <p>If a device of {name} is lost, or somebody else has the account, sign it out on all devices.</p>
      <Button variant="default" onClick={() => setIsAsked(true)}>
        Sign Out Everywhere
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Sign out ${name} everywhere?`}
          confirmLabel="Sign out"
          pending={end.isPending}
          onConfirm={() => end.send()}
          onCancel={() => setIsAsked(false)}
        >
          <p>All sessions and access tokens of {name} end at once, and cannot be brought back.</p>
          <p>The password stays as it is. If somebody else may know it, create a reset link, too.</p>
        </ConfirmDialog>
      )}
    </Section>
  );
}
