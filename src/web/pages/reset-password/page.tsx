// Opens a reset link: the person chooses a new password, and signs in with it.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink, TextLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { NewPasswordField } from '#web/forms/password-form.tsx';
import { SmallForm } from '#web/forms/small-form.tsx';
import { calls, isRefusal, messageOf } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useLinkToken } from '#web/state/link-token.ts';
import { loadSession, useSession } from '#web/state/session.ts';

export default function ResetPasswordPage() {
  const token = useLinkToken();
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { token: string }) {
  const { me } = useSession();
  const [isDone, setDone] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const opened = useQuery(api.session.passwordReset.queryOptions({ input: { token }, retry: false }));
  if (isDone) {
    return (
      <Page
        title="Password changed"
        intro={
          !me
            ? 'You have been signed out everywhere. Sign in with your new password.'
            : isChecked &&
              `The account of this link has been signed out everywhere. You are still signed in as ${me.email}.`
        }
        actions={!me && <ButtonLink to="/auth">Sign In</ButtonLink>}
        narrow
      />
    );
  }
  return (
    <Page title="Choose a new password" narrow>
      {opened.isPending ? (
        <GavelLoader label="Opening the link" />
      ) : opened.isLoadingError && isRefusal(opened.error) ? (
        <EmptyState title="This link can’t be opened" text={messageOf(opened.error)} />
      ) : (
        <SmallForm
          action="Change password"
          failed="Failed to change the password"
          send={(typed) => calls.session.resetPassword({ token, newPassword: typed('new') })}
          onDone={() => setDone(true)}
          // This browser may have been signed in, too.
          afterwards={() => loadSession().then(() => setChecked(true))}
        >
          <NewPasswordField />
        </SmallForm>
      )}
      <p>
        <TextLink to="/forgot-password">Get another link</TextLink>
      </p>
    </Page>
  );
}
