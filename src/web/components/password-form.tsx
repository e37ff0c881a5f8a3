// Forms that ask for the current password again: changing it, and ending other sessions.
import { Button } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { textsOf } from './form-texts.ts';
import { keepFocus } from './keep-focus.ts';
import { PasswordField } from './password-field.tsx';
import classes from './password-form.module.css';

interface PasswordFormProps {
  /** Names the field of the current password. Must be unique on the page. */
  label: string;
  action: string;
  done: string;
  /** `typed` returns a field's text by its name. */
  onSubmit: (currentPassword: string, typed: (name: string) => string) => Promise<unknown>;
  explain: (error: unknown) => string;
  onTyping?: (dirty: boolean) => void;
  /** More fields. */
  children?: ReactNode;
}

export function PasswordForm({ label, action, done, onSubmit, explain, onTyping, children }: PasswordFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const [submitting, setSubmitting] = useState(false);

  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = textsOf(form);
    keepFocus(form);
    setSubmitting(true);
    setProblem(null);
    setDone(false);
    try {
      await onSubmit(typed('current'), typed);
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
      <PasswordField name="current" label={label} autoComplete="current-password" required />
      {children}
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
      <div className={classes.foot}>
        <Button type="submit" loading={submitting}>
          {action}
        </Button>
        <output>{isDone && done}</output>
      </div>
    </form>
  );
}

interface NewPasswordFormProps extends Pick<PasswordFormProps, 'explain' | 'onTyping'> {
  minLength: number;
  onChange: (currentPassword: string, newPassword: string) => Promise<void>;
}

/** Changes the person's own password. The new one is asked once, because it can be shown. */
export function NewPasswordForm({ minLength, onChange, ...rest }: NewPasswordFormProps) {
  return (
    <PasswordForm
      {...rest}
      label="Current password"
      action="Change password"
      done="Password changed. Other sessions have ended."
      onSubmit={(current, typed) => onChange(current, typed('new'))}
    >
      <PasswordField
        name="new"
        label="New password"
        description={`At least ${minLength} characters of any kind. Common passwords are not accepted.`}
        autoComplete="new-password"
        minLength={minLength}
        required
      />
    </PasswordForm>
  );
}
