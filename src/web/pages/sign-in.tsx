// The sign-in screen. It needs no router: it is also what a signed-out visitor gets before the app has loaded.
import { Button, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useState, type SyntheticEvent } from 'react';
import { Logo } from '#web/art/logo.tsx';
import { messageOf } from '#web/calls.ts';
import { textsOf } from '#web/components/form-texts.ts';
import { PasswordField } from '#web/components/password-field.tsx';
import { signIn } from '#web/session.ts';
import classes from './sign-in.module.css';

export function SignInPage() {
  useDocumentTitle('Sign In · Courtside');
  const [submitting, setSubmitting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = textsOf(event.currentTarget);
    setSubmitting(true);
    setProblem(null);
    try {
      await signIn(form('email'), form('password'));
    } catch (error) {
      setProblem(messageOf(error));
      setSubmitting(false);
    }
  };

  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <div className={classes.logo}>
          <Logo size={36} />
          <p>Metrics for mock trial programs</p>
        </div>
        <Title order={1} className={classes.title}>
          Sign In
        </Title>
        <form onSubmit={(event) => void submit(event)} className={classes.form}>
          <TextInput
            name="email"
            label="Email"
            autoComplete="username"
            required
            size="md"
            inputMode="email"
            spellCheck={false}
            autoCapitalize="none"
          />
          <PasswordField name="password" label="Password" autoComplete="current-password" required size="md" />
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
          <Button type="submit" loading={submitting} size="md" fullWidth>
            Sign In
          </Button>
        </form>
        <p className={classes.help}>No account yet? Your school’s Primary Admin asks support to add you.</p>
      </div>
    </main>
  );
}
