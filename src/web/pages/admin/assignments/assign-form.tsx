// Assigns a user to a school. One of the two is given, and the other is searched for on the server.
import { useState } from 'react';
import type { Role } from '#contract/words.ts';
import type { Option } from '#web/components/forms/choice.tsx';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { useServerChoice } from '#web/forms/use-server-choice.ts';
import { schoolOptions } from '#web/shell/school-switcher.tsx';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { RoleChoice } from '#web/records/role-choice.tsx';
import classes from '../admin.module.css';
import { AdminForm } from '../form.tsx';

interface AssignFormProps {
  what: 'User' | 'School';
  /** Among those that are not assigned yet. */
  choice: ReturnType<typeof useServerChoice>;
  noneLeft: string;
  /** The user and the school of the new assignment. */
  ends: (id: string) => { userId: string; schoolId: string };
}

function AssignForm({ what, choice, noneLeft, ends }: AssignFormProps) {
  const { typed, chosen, clear, field } = choice;
  const [role, setRole] = useState<Role>('viewer');
  const assign = useChange({
    send: ({ to, as }: { to: Option<string>; as: Role }) => calls.assignments.assign({ ...ends(to.value), role: as }),
    ...sentences(what, 'assigned', 'assign'),
    onDone: (_, { to, as }) => {
      clear(to);
      setRole((now) => (now === as ? 'viewer' : now));
    },
  });
  useUnsaved(chosen !== null);
  return (
    <AdminForm
      data-from-top
      submitLabel={`Assign ${what}`}
      saving={assign.isPending}
      disabled={chosen === null}
      onSubmit={() => chosen && assign.send({ to: chosen, as: role })}
    >
      <RoleChoice
        className={classes.role}
        label="Role"
        aria-label={`Role of ${chosen?.label ?? `the ${what.toLowerCase()}`}`}
        value={role}
        onChoose={setRole}
      />
      <SearchChoice
        label={what}
        placeholder={`Search for a ${what.toLowerCase()}`}
        {...field}
        nothingFound={typed !== '' && chosen === null ? 'Nothing found' : noneLeft}
      />
    </AdminForm>
  );
}

export function AssignUser({ schoolId }: { schoolId: string }) {
  const choice = useServerChoice((search) =>
    api.users.notInSchool.queryOptions({
      input: { schoolId, search },
      meta: { failed: 'Failed to load available users' },
      select: (users) => users.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    }),
  );
  return (
    <AssignForm
      what="User"
      choice={choice}
      noneLeft="No users available that aren't already assigned to this school"
      ends={(userId) => ({ userId, schoolId })}
    />
  );
}

export function AssignSchool({ userId }: { userId: string }) {
  const choice = useServerChoice((search) =>
    api.schools.notOfUser.queryOptions({
      input: { userId, search },
      meta: { failed: 'Failed to load available schools' },
      select: schoolOptions,
    }),
  );
  return (
    <AssignForm
      what="School"
      choice={choice}
      noneLeft="No schools available that aren't already assigned to this user"
      ends={(schoolId) => ({ userId, schoolId })}
    />
  );
}
