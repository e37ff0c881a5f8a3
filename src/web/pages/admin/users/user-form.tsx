// The details of a user. Only the name can be edited here.
import { TextInput } from '@mantine/core';
import type { UserRecord } from '#contract/users.ts';
import { calls } from '#web/server/calls.ts';
import { NameField } from '#web/components/forms/name-field.tsx';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { useEdit } from '#web/forms/use-edit.ts';
import { api } from '#web/server/query-client.ts';
import { useMay } from '#web/state/use-may.ts';
import classes from '../admin.module.css';
import { Form } from '../form.tsx';
import { ResetLink } from './reset-link.tsx';

export function UserDetails({ user, onSaved }: { user: UserRecord; onSaved: () => void }) {
  const edit = useEdit({
    what: 'User',
    record: user,
    fields: ['name'],
    update: (version, changed) => calls.users.update({ userId: user.id, version, changed }),
    shownIn: [api.users.list.key(), api.users.details.key()],
    onSaved,
  });
  const may = useMay();
  return (
    <>
      <Form saving={edit.saving} onSubmit={edit.save}>
        <NameField value={edit.form.values.name} onChange={(name) => edit.form.set({ name })} />
        <TextInput
          className={classes.readOnly ?? ''}
          label="Email"
          value={user.email}
          readOnly
          description="Changed on the server, with npm run people -- set-email."
          inputWrapperOrder={['label', 'input', 'description']}
        />
        <FormConflict edit={edit} labels={{ name: 'Name' }} />
      </Form>
      {may('create', 'passwordReset') && <ResetLink userId={user.id} name={user.name} />}
    </>
  );
}
