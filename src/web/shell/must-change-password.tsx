// A first password that support handed out is good for one thing only: choosing an own one.
import { Button } from '@mantine/core';
import { SHORTEST_PASSWORD } from '#contract/session.ts';
import { calls, messageOf } from '#web/server/calls.ts';
import { Page } from '#web/components/page.tsx';
import { NewPasswordForm } from '#web/components/password-form.tsx';
import { loadSession } from '#web/state/session.ts';
import { useLogOut } from './use-log-out.ts';

export function MustChangePassword() {
  const logOut = useLogOut();
  const change = async (currentPassword: string, newPassword: string) => {
    await calls.session.changePassword({ currentPassword, newPassword });
    await loadSession();
  };
  return (
    <Page
      title="Choose your password"
      intro="The password you were given works once. Choose your own to go on."
      actions={
        <Button variant="default" onClick={logOut}>
          Log Out
        </Button>
      }
      narrow
    >
      <NewPasswordForm shortest={SHORTEST_PASSWORD} onChange={change} explain={messageOf} />
    </Page>
  );
}
