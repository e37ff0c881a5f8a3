// Changing the own password: the current one is asked, the new one twice is not (it can be shown instead).
import { Button } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { textsOf } from './form-texts.ts';
import { PasswordField } from './password-field.tsx';
import classes from './password-form.module.css';

interface PasswordFormProps {
  shortest: number;
  /** Rejects with an error whose message is for the person. */
  onChange: (currentPassword: string, newPassword: string) => Promise<void>;
  explain: (error: unknown) => string;
  onTyping?: (dirty: boolean) => void;
}

export function PasswordForm({ shortest, onChange, explain, onTyping }: PasswordFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState(false);
  const [submitting, setSubmitting] = useState(false);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = textsOf(form);
    setSubmitting(true);
    setProblem(null);
    setDone(false);
    try {
      await onChange(typed('current'), typed('new'));
      form.reset();
      onTyping?.(false);
      setDone(true);
    } catch (error) {
      setProblem(explain(error));
    } finally {
      setSubmitting(false);
    }
  };

  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} onChange={() => onTyping?.(true)}>
      <PasswordField name="current" label="Current password" autoComplete="current-password" required />
      <PasswordField
        name="new"
        label="New password"
        description={`At least ${shortest} characters, any of them. Common passwords are refused.`}
        autoComplete="new-password"
        minLength={shortest}
        required
      />
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <div className={classes.foot}>
        <Button type="submit" loading={submitting}>
          Change password
        </Button>
        <output>{done && 'Password changed. Other sessions have ended.'}</output>
      </div>
    </form>
  );
}
