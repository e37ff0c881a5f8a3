// What needs the current password once more: a new password, or the end of other sessions.
import { Button } from '@mantine/core';
import { useState, type ReactNode, type SyntheticEvent } from 'react';
import { textsOf } from './form-texts.ts';
import { keepFocus } from './keep-focus.ts';
import { PasswordField } from './password-field.tsx';
import classes from './password-form.module.css';

interface PasswordFormProps {
  /** What the current password is called: no two fields of a page share a name. */
  label: string;
  action: string;
  done: string;
  /** Rejects with an error whose message is for the person. `typed` gives a field's text by its name. */
  onSubmit: (currentPassword: string, typed: (name: string) => string) => Promise<unknown>;
  explain: (error: unknown) => string;
  onTyping?: (dirty: boolean) => void;
  /** Further fields. */
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
  shortest: number;
  onChange: (currentPassword: string, newPassword: string) => Promise<void>;
}

/** Changing the own password: the new one is not asked twice, it can be shown instead. */
export function NewPasswordForm({ shortest, onChange, ...rest }: NewPasswordFormProps) {
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
        description={`At least ${shortest} characters, any of them. Common passwords are refused.`}
        autoComplete="new-password"
        minLength={shortest}
        required
      />
    </PasswordForm>
  );
}
