// Accepts an invitation: the person chooses a name and a password, and is signed in.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLE_LABELS } from '#contract/words.ts';
import { GavelLoader } from '#web/art/gavel-loader.tsx';
import { EmptyState } from '#web/components/feedback/empty-state.tsx';
import { ButtonLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { NewPasswordField } from '#web/forms/password-form.tsx';
import { PlainField } from '#web/components/forms/plain-field.tsx';
import { SignOnButton } from '#web/forms/sign-on-button.tsx';
import { SmallForm } from '#web/forms/small-form.tsx';
import { calls, isRefusal, messageOf } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useLinkToken } from '#web/state/link-token.ts';
import { currentSession, startSession, useSession } from '#web/state/session.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';

export default function InvitationPage() {
  const { me } = useSession();
  const navigate = useNavigate();
  const offer = useSignOnOffer();
  const token = useLinkToken();
  const opened = useQuery(api.session.invitation.queryOptions({ input: { token }, retry: false }));
  const { data: invitation, error } = opened;
  return (
    <Page title="Welcome to Courtside" narrow>
      {error && !invitation && (
        <EmptyState
          title="This invitation can’t be opened"
          text={messageOf(error)}
          actions={
            !isRefusal(error) ? (
              <Button onClick={() => void opened.refetch()}>Try again</Button>
            ) : me ? (
              <ButtonLink to="/">Return to Home</ButtonLink>
            ) : (
              <ButtonLink to="/auth">Sign In</ButtonLink>
            )
          }
        />
      )}
      {!error && !invitation && <GavelLoader label="Opening the invitation" />}
      {invitation && (
        <>
          <p>
            {invitation.email} is invited to{' '}
            {invitation.schools.map(({ name, role }) => `${name} as ${ROLE_LABELS[role]}`).join(' and ')}.{' '}
            {!offer?.isOnlyWay && 'Choose your name and password to get started.'}
          </p>
          {me && <p>You are signed in as {me.email}. Accepting this invitation signs you out of that account.</p>}
          {!offer?.isOnlyWay && (
            <SmallForm
              action="Create account"
              failed="Failed to create your account"
              send={(typed) =>
                calls.session.acceptInvitation({ token, name: typed('name'), newPassword: typed('new') })
              }
              onDone={(accepted) => {
                startSession(accepted);
                void navigate({ to: '/', replace: true });
              }}
              // Their cookie is in this browser now, on whatever page they are.
              afterwards={(accepted) => {
                if (currentSession().me?.id !== accepted.id) startSession(accepted);
              }}
            >
              {/* Tells password managers which account the password is for. */}
              <input type="hidden" name="username" autoComplete="username" value={invitation.email} readOnly />
              <PlainField name="name" label="Your name" autoComplete="name" maxLength={200} required />
              <NewPasswordField label="Password" />
            </SmallForm>
          )}
          {offer && <BySignOn name={offer.name} email={invitation.email} isOnlyWay={offer.isOnlyWay} />}
        </>
      )}
    </Page>
  );
}

/** The provider's verified email address opens the invitation as well. */
function BySignOn({ name, email, isOnlyWay }: { name: string; email: string; isOnlyWay: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <p>
        {isOnlyWay ? 'To get started, sign in with ' : 'Or sign in with '}
        {name}, if you are {email} there.
      </p>
      <p role="alert">{problem}</p>
      <SignOnButton name={name} onProblem={setProblem} />
    </>
  );
}
