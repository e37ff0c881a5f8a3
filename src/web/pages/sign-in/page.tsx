// The sign-in screen. It uses neither the router nor the component library, so that a signed-out visitor gets it fast.
import { useDocumentTitle } from '@mantine/hooks';
import { useState, type SyntheticEvent } from 'react';
import { Logo } from '#web/art/logo.tsx';
import { takesFocus } from '#web/components/forms/takes-focus.ts';
import { codeOf, messageOf } from '#web/server/calls.ts';
import { textsOf } from '#web/components/forms/form-texts.ts';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { PlainButton } from '#web/components/forms/plain-button.tsx';
import { PlainField } from '#web/components/forms/plain-field.tsx';
import { SignOnButton } from '#web/forms/sign-on-button.tsx';
import { END_SENTENCES } from '#web/before-app/end-sentences.ts';
import { finishSignOn, signIn, useSession } from '#web/state/session.ts';
import { signOnOutcome, useSignOnOffer } from '#web/state/sign-on.ts';
import classes from './page.module.css';

export function SignInPage() {
  useDocumentTitle('Sign In · Courtside');
  const { endReason, hasSignedOut } = useSession();
  const offer = useSignOnOffer();
  const [outcome] = useState(signOnOutcome);
  /** The provider has signed the person in, and their second factor here is still to come. */
  const [isSignedOn, setIsSignedOn] = useState(outcome === 'code');
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState(outcome === null ? null : (offer?.problem ?? null));
  const [needsCode, setNeedsCode] = useState(isSignedOn);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = textsOf(event.currentTarget);
    setSubmitting(true);
    setProblem(null);
    try {
      if (isSignedOn) await finishSignOn(form('code'));
      else await signIn(form('email'), form('password'), needsCode ? form('code') : undefined);
    } catch (error) {
      // The password was right, and the person has a second factor.
      if (codeOf(error) === 'CODE_REQUIRED') setNeedsCode(true);
      else setProblem(messageOf(error));
      if (codeOf(error) === 'EXPIRED') {
        setIsSignedOn(false);
        setNeedsCode(false);
      }
      setSubmitting(false);
    }
  };

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.logo}>
          <Logo size={36} />
          <p className="quiet">Metrics for mock trial programs</p>
        </div>
        <h1 className={classes.title}>Sign In</h1>
        <output className={classes.ended}>
          {endReason && END_SENTENCES[endReason]}
          {endReason && endReason !== 'account removed' && ' Sign in to continue.'}
          {hasSignedOut && offer && `You signed out of Courtside. You may still be signed in to ${offer.name}.`}
        </output>
        <form onSubmit={(event) => void submit(event)} className={classes.form}>
          {!isSignedOn && (
            <>
              <PlainField
                ref={takesFocus}
                name="email"
                label="Email"
                autoComplete="username"
                required
                inputMode="email"
                spellCheck={false}
                autoCapitalize="none"
              />
              <PasswordField name="password" label="Password" autoComplete="current-password" required />
            </>
          )}
          {needsCode && (
            <PlainField
              ref={takesFocus}
              name="code"
              label="Code"
              description="From your authenticator app, or one of your recovery codes."
              autoComplete="one-time-code"
              spellCheck={false}
              required
            />
          )}
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
          <PlainButton type="submit" loading={submitting}>
            Sign In
          </PlainButton>
        </form>
        {offer && (
          <div className={classes.signOn}>
            <SignOnButton name={offer.name} onProblem={setProblem} />
            {offer.isOnlyWay && (
              <p className={`quiet ${classes.help}`}>
                Everybody signs in with {offer.name}. The form above is for emergencies.
              </p>
            )}
          </div>
        )}
        <p className={`quiet ${classes.help}`}>No account yet? Ask your school’s Primary Admin for one.</p>
        <p className={`quiet ${classes.help}`}>
          <a href="/forgot-password">Forgot password?</a>
        </p>
      </div>
    </main>
  );
}
