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

interface AssignFormProps<Answer> {
  what: 'User' | 'School';
  /** Those that are not assigned yet, and match a search. */
  list: Parameters<typeof useServerChoice<Answer>>[0];
  noneLeft: string;
  /** The user and the school of the new assignment. */
  ends: (id: string) => { userId: string; schoolId: string };
}

function AssignForm<Answer>({ what, list, noneLeft, ends }: AssignFormProps<Answer>) {
  const { typed, chosen, clear, field } = useServerChoice(list);
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

export const AssignUser = ({ schoolId }: { schoolId: string }) => (
  <AssignForm
    what="User"
    list={(search) =>
      api.users.notInSchool.queryOptions({
        input: { schoolId, search },
        meta: { failed: 'Failed to load available users' },
        select: (users) => users.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
      })
    }
    noneLeft="No users available that aren't already assigned to this school"
    ends={(userId) => ({ userId, schoolId })}
  />
);

export const AssignSchool = ({ userId }: { userId: string }) => (
  <AssignForm
    what="School"
    list={(search) =>
      api.schools.notOfUser.queryOptions({
        input: { userId, search },
        meta: { failed: 'Failed to load available schools' },
        select: schoolOptions,
      })
    }
    noneLeft="No schools available that aren't already assigned to this user"
    ends={(schoolId) => ({ userId, schoolId })}
  />
);
