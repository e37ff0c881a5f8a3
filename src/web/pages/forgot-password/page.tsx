// A forgotten password: requests a reset link by email, or says who makes one.
import { useQuery } from '@tanstack/react-query';
import { AskSupport } from '#web/support/ask-support.tsx';
import { TextLink } from '#web/components/ui/links.tsx';
import { Page } from '#web/components/ui/page.tsx';
import { PlainField } from '#web/components/forms/plain-field.tsx';
import { SmallForm } from '#web/forms/small-form.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useSignOnOffer } from '#web/state/sign-on.ts';

export default function ForgotPasswordPage() {
  const offer = useSignOnOffer();
  const canMail = useQuery(api.session.canMail.queryOptions());
  return (
    <Page title="Forgot password" narrow>
      {offer?.isOnlyWay && (
        <p>Passwords are turned off here, except for emergencies. Go back and sign in with {offer.name}.</p>
      )}
      <Loaded what="this page" of={{ canMail }} skeleton={null}>
        {(answer) =>
          answer.canMail ? (
            <SmallForm
              action="Send reset link"
              done="If there is an account with this address, a link is on its way. It works for an hour."
              failed="Failed to send a reset link"
              send={(typed) => calls.session.requestPasswordReset({ email: typed('email') })}
            >
              <PlainField
                name="email"
                label="Email"
                description="We’ll send you a link to choose a new password."
                autoComplete="username"
                inputMode="email"
                spellCheck={false}
                autoCapitalize="none"
                required
              />
            </SmallForm>
          ) : (
            <p>
              This server can’t send email, so a super admin has to make a link for you. It opens a page where you
              choose a new password.{' '}
              <AskSupport
                before="To get one, "
                otherwise="To get one, ask your school’s Primary Admin to pass your request on."
              />
            </p>
          )
        }
      </Loaded>
      <p>
        <TextLink to="/auth">Back to Sign In</TextLink>
      </p>
    </Page>
  );
}
