// Assigns the selected users to a school in a role. Those who are in the school already change their role.
import { useState } from 'react';
import type { Role } from '#contract/words.ts';
import { SearchChoice } from '#web/components/forms/search-choice.tsx';
import { counted, listText } from '#web/format.ts';
import { searchSchools, useServerChoice } from '#web/forms/use-server-choice.ts';
import { RoleChoice } from '#web/records/role-choice.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
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
  const members = useLoad(
    api.assignments.inSchool,
    'Failed to load assignments',
    { schoolId },
    { enabled: school !== null },
  );
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
      <RoleChoice label="Role" value={role} onChoose={setRole} />
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
