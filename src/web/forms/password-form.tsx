// Forms that ask for the current password again: changing it, and ending other sessions.
import { MIN_PASSWORD_LENGTH } from '#contract/words.ts';
import { PasswordField } from '#web/components/forms/password-field.tsx';
import { calls } from '#web/server/calls.ts';
import { SmallForm, type SmallFormProps } from './small-form.tsx';
import { useSignOnLink } from './use-sign-on-link.ts';

interface PasswordFormProps<Data> extends Omit<SmallFormProps<Data>, 'send'> {
  /** Names the field of the current password. Must be unique on the page. */
  label: string;
  /** `typed` returns a field's text by its name. */
  send: (currentPassword: string, typed: (name: string) => string) => Promise<Data>;
}

export function PasswordForm<Data>({ label, send, children, ...rest }: PasswordFormProps<Data>) {
  return (
    <SmallForm {...rest} send={(typed) => send(typed('current'), typed)}>
      <CurrentPasswordField label={label} />
      {children}
    </SmallForm>
  );
}

/** Asks for the current password again, by the name `current`. People of single sign-on may have none. */
export function CurrentPasswordField({ label }: { label: string }) {
  const hasPassword = useSignOnLink()?.hasPassword ?? true;
  if (!hasPassword) return <p>You don’t have a password, so you can do this only within 10 minutes of signing in.</p>;
  return <PasswordField name="current" label={label} autoComplete="current-password" required />;
}

/** Changes the person's own password. The new one is asked once, because it can be shown. */
export function NewPasswordForm(props: Pick<SmallFormProps<void>, 'afterwards'>) {
  return (
    <PasswordForm
      {...props}
      label="Current password"
      action="Change password"
      done="Password changed. Other sessions have ended."
      failed="Failed to change your password"
      send={(currentPassword, typed) => calls.session.changePassword({ currentPassword, newPassword: typed('new') })}
    >
      <NewPasswordField />
    </PasswordForm>
  );
}

/** Asks for a new password once, because it can be shown. */
export const NewPasswordField = ({ label = 'New password' }: { label?: string }) => (
  <PasswordField
    name="new"
    label={label}
    description={`At least ${MIN_PASSWORD_LENGTH} characters of any kind. Common passwords are not accepted.`}
    autoComplete="new-password"
    minLength={MIN_PASSWORD_LENGTH}
    required
  />
);
