// The details of a user: the name, a link for a forgotten password, and the sessions to end.
import { TextInput } from '@mantine/core';
import type { UserRecord } from '#contract/users.ts';
import { calls } from '#web/server/calls.ts';
import { EditForm } from '#web/forms/edit-form.tsx';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import classes from '../admin.module.css';
import { EndSessions } from './end-sessions.tsx';
import { ResetLink } from './reset-link.tsx';

export function UserDetails({ user, onSaved }: { user: UserRecord; onSaved: () => void }) {
  const may = useMay();
  return (
    <>
      <EditForm
        className={classes.form}
        what="User"
        record={user}
        fields={() => ({ name: { label: 'Name', as: 'name' } })}
        update={(version, changed) => calls.users.update({ userId: user.id, version, changed })}
        shownIn={[api.users.list.key(), api.users.details.key()]}
        below={
          <TextInput
            className={classes.readOnly ?? ''}
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
