// The changes of assignments. Each shows before the server has answered, rolls back if refused, and can be undone.
import { useQuery } from '@tanstack/react-query';
import type { Assignment } from '#contract/assignments.ts';
import type { Role } from '#contract/words.ts';
import { useId, useRef } from 'react';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';

export const listKeys = () => [api.assignments.ofSchool.key(), api.assignments.ofUser.key()];
type Ends = Pick<Assignment, 'userId' | 'schoolId'>;

/** How many people a school has in each role now. */
export const useRoleCounts = (schoolId: string, enabled: boolean) =>
  useQuery({ ...api.assignments.countsByRole.queryOptions({ input: { schoolId } }), enabled, staleTime: 0 });

type RoleChange = Ends & { version: number; role: Role; before: Role; isUndo?: true };

export function useChangeRole() {
  /** The version of the last answer. A role chosen before it arrived was chosen over the person's own change. */
  const own = useRef(0);
  const change = useChange({
    send: async ({ before: _before, isUndo, version, ...wanted }: RoleChange): Promise<Assignment> => {
      const from = isUndo ? version : Math.max(version, own.current);
      const saved = await calls.assignments.changeRole({ ...wanted, version: from });
      own.current = saved.version;
      return saved;
    },
    // The next change, or an undo, waits for the one that is on its way.
    queue: useId(),
    ...sentences('Assignment', 'updated', 'update'),
    undo:
      ({ version }, { before, role, ...ends }): (() => void) =>
      () =>
        change.send({ ...ends, version, role: before, before: role, isUndo: true }),
    optimistic: {
      shownIn: listKeys(),
      edit: (row: Assignment, { userId, schoolId, role }) =>
        row.userId === userId && row.schoolId === schoolId ? { ...row, role } : row,
    },
  });
  return change;
}
