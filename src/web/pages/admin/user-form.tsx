// The details of a user: the name. Everything else belongs to the person or to support.
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UserRecord } from '#contract/users.ts';
import { showAtOnce } from '#web/optimistic.ts';
import { api } from '#web/query-client.ts';
import classes from './admin.module.css';
import { FormConflict } from '#web/forms/form-conflict.tsx';
import { conflictOf, undoRename, useRecordForm } from '#web/forms/use-record-form.ts';

export function UserDetails({ user, onSaved }: { user: UserRecord; onSaved: () => void }) {
  const form = useRecordForm(user, ['name']);
  const update = useMutation(
    api.users.update.mutationOptions({
      meta: {
        done: 'User updated successfully',
        failed: 'Failed to update user',
        undo: ({ version }: UserRecord, { changed }: { changed: { name?: string } }) =>
          undoRename(form.base.name, changed.name, (name) => {
            update.mutate({ userId: user.id, version, changed: { name } });
          }),
      },
      onMutate: ({ userId, changed }) =>
        showAtOnce<UserRecord>([api.users.list.key(), api.users.details.key()], (row) =>
          row.id === userId ? { ...row, name: changed.name ?? row.name } : row,
        ),
      onError: (_error, _variables, takeBack) => takeBack?.(),
    }),
  );
  const save = (from: UserRecord) => {
    const changed = form.differing(from);
    if (changed.name?.trim() === '') return;
    if (changed.name === undefined) onSaved();
    else update.mutate({ userId: user.id, version: from.version, changed }, { onSuccess: onSaved });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!update.isPending) save(form.base);
      }}
    >
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        maxLength={200}
        value={form.values.name}
        onChange={(event) => form.set({ name: event.currentTarget.value })}
      />
      <TextInput label="Email" value={user.email} readOnly description="Support staff change an email." />
      <div className={classes.buttons}>
        <Button type="submit" loading={update.isPending}>
          Save
        </Button>
      </div>
      <FormConflict
        conflict={conflictOf<UserRecord>(update.error)}
        form={form}
        labels={{ name: 'Name' }}
        saving={update.isPending}
        onKeepMine={(current) => {
          form.keepMine(current);
          save(current);
        }}
        onClose={update.reset}
      />
    </form>
  );
}
