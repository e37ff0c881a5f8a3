// The details of a user: the name, a link for a forgotten password, and the sessions to end.
import { Button, TextInput } from '@mantine/core';
import type { UserRecord } from '#contract/users.ts';
import { calls } from '#web/server/calls.ts';
import { EditForm } from '#web/forms/edit-form.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import classes from '../admin.module.css';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { Section } from '#web/components/ui/section.tsx';
import { OneTimeLink } from '#web/components/ui/one-time-link.tsx';
import { useChange } from '#web/server/use-change.ts';

export function UserDetails({ user, onSaved }: { user: UserRecord; onSaved: () => void }) {
  const may = useMay();
  return (
    <>
      <EditForm
        className={classes.form}
        what="User"
        record={user}
        fields={() => ({ name: { label: 'Name', as: 'name' } })}
        update={({ version }, changed) => calls.users.update({ userId: user.id, version, changed })}
        shownIn={[api.users.list.key(), api.users.details.key()]}
        below={
          <TextInput
            variant="unstyled"
            label="Email"
            value={user.email}
            readOnly
            description="Changed on the server, with npm run people -- set-email."
            inputWrapperOrder={['label', 'input', 'description']}
          />
        }
        onSaved={onSaved}
      />
      {may('create', 'passwordReset') && <ResetLink userId={user.id} name={user.name} />}
      {may('delete', 'userSession') && <EndSessions userId={user.id} name={user.name} />}
    </>
  );
}

/** Makes a link with which a person chooses a new password. */
function ResetLink({ userId, name }: { userId: string; name: string }) {
  const create = useChange({ send: calls.passwordResets.create, failed: 'Failed to create a reset link' });
  return (
    <Section mt="xl" id="password-heading" title="Password" level={3}>
      <p>
        If {name} forgot the password, create a link to choose a new one. Send it only to {name}: it opens the account.
      </p>
      <Button variant="default" loading={create.isPending} onClick={() => create.send({ userId })}>
        Create Reset Link
      </Button>
      {create.data && <OneTimeLink label={`Reset link for ${name}`} path="/reset-password" {...create.data} />}
    </Section>
  );
}

/** Signs a person out everywhere: after a lost phone, or when an account is in wrong hands. */
function EndSessions({ userId, name }: { userId: string; name: string }) {
  return (
    <Section mt="xl" id="sessions-heading" title="Signed in" level={3}>
      <p>If a device of {name} is lost, or somebody else has the account, sign it out on all devices.</p>
      <ConfirmedButton
        label="Sign Out Everywhere"
        title={`Sign out ${name} everywhere?`}
        confirmLabel="Sign out"
        change={{
          send: () => calls.users.endSessions({ userId }),
          done: 'User signed out everywhere',
          failed: 'Failed to sign out the user',
        }}
      >
        <p>All sessions and access tokens of {name} end at once, and cannot be brought back.</p>
        <p>The password stays as it is. If somebody else may know it, create a reset link, too.</p>
      </ConfirmedButton>
    </Section>
  );
}
