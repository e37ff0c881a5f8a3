// Assigns the selected users to a school in a role. Those who are in the school already change their role.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import { Choice } from '#web/components/forms/choice.tsx';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { counted, listText } from '#web/format.ts';
import { searchSchools, useServerChoice } from '#web/forms/use-server-choice.ts';
import { api } from '#web/server/query-client.ts';
import type { Wanted } from './make-changes.ts';
import { SelectionDialog } from './selection-dialog.tsx';
import { useChanges } from './use-changes.ts';

type User = { id: string; name: string; email: string };

export default function AssignMany({ users: given, onClose }: { users: readonly User[]; onClose: () => void }) {
  const [users] = useState(given);
  const { chosen: school, field } = useServerChoice(searchSchools);
  const [role, setRole] = useState<Role>('viewer');
  const changes = useChanges();
  const schoolId = school?.value ?? '';
  const members = useQuery({
    ...api.assignments.inSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load assignments' } }),
    enabled: school !== null,
  });
  const plan = school && members.data ? planOf(users, schoolId, role, members.data) : undefined;
  const many = counted(users.length, 'user');
  return (
    <SelectionDialog
      title={`Assign ${many} to a School`}
      submitLabel={`Assign ${many}`}
      one="user"
      changes={changes}
      onSubmit={() => plan && plan.wanted.length > 0 && changes.change(plan.wanted)}
      onClose={onClose}
    >
      <Choice
        label="Role"
        options={ROLES.map((each) => ({ value: each, label: ROLE_LABELS[each] }))}
        value={role}
        onChoose={setRole}
      />
      <SearchChoice label="School" placeholder="Search for a school" {...field} nothingFound="Nothing found" />
      <output>{plan?.text}</output>
    </SelectionDialog>
  );
}

type Member = { userId: string; role: Role; version: number };

/** What the assignment means for each of the users, and in words. */
function planOf(users: readonly User[], schoolId: string, role: Role, members: readonly Member[]) {
  const byUser = new Map(members.map((member) => [member.userId, member]));
  const wanted = users.flatMap(({ id: userId, name }): Wanted[] => {
    const member = byUser.get(userId);
    const ends = { userId, schoolId };
    if (!member) return [{ label: name, list: 'assignments', change: { ...ends, add: { role } } }];
    if (member.role === role) return [];
    const change = { ...ends, version: member.version, changed: { role } };
    return [{ label: name, list: 'assignments', change, was: { role: member.role } }];
  });
  const changed = wanted.filter(({ was }) => was !== undefined).length;
  const [added, same] = [wanted.length - changed, users.length - wanted.length];
  const parts = [
    ...(added > 0 ? [`${counted(added, 'user')} will be assigned`] : []),
    ...(changed > 0 ? [`${counted(changed, 'user')} will change from another role`] : []),
    ...(same > 0 ? [`${counted(same, 'user')} already ${same === 1 ? 'has' : 'have'} this role`] : []),
  ];
  return { wanted, text: `${listText(parts)}.` };
}
