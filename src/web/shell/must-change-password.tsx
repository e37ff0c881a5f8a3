// A first password from support only lets its owner choose a new one.
import { Button } from '@mantine/core';
import { Page } from '#web/components/ui/page.tsx';
import { NewPasswordForm } from '#web/forms/password-form.tsx';
import { loadSession } from '#web/state/session.ts';
import { useLogOut } from './use-log-out.ts';

export default function MustChangePassword() {
  const logOut = useLogOut();
  return (
    <Page
      title="Choose your password"
      intro="The password you were given works only once. Choose your own to continue."
      actions={
        <Button variant="default" onClick={logOut}>
          Log Out
        </Button>
      }
      narrow
    >
      <NewPasswordForm afterwards={loadSession} />
    </Page>
  );
}
