// The changes of assignments. Each shows before the server has answered, rolls back if refused, and can be undone.
import { useMutation } from '@tanstack/react-query';
import type { Assignment } from '#contract/assignments.ts';
import type { Role } from '#contract/words.ts';
import { calls } from '#web/server/calls.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { api, queryClient } from '#web/server/query-client.ts';

const listKeys = () => [api.assignments.ofSchool.key(), api.assignments.ofUser.key()];
type Ends = Pick<Assignment, 'userId' | 'schoolId'>;
const isSame = (a: Ends, b: Ends): boolean => a.userId === b.userId && a.schoolId === b.schoolId;

/** How many Primary Admins a school has now. If that can't be read, the change itself fails and says why. */
export const countPrimaries = (schoolId: string): Promise<number> =>
  queryClient.fetchQuery({ ...api.assignments.countsByRole.queryOptions({ input: { schoolId } }), staleTime: 0 }).then(
    (counts) => counts.primary,
    () => Infinity,
  );

type RoleChange = Ends & { version: number; role: Role; before: Role };

export function useChangeRole() {
  const change = useMutation({
    mutationFn: ({ before: _before, ...wanted }: RoleChange) => calls.assignments.changeRole(wanted),
    meta: {
      done: 'Assignment updated successfully',
      failed: 'Failed to update assignment',
      undo:
        ({ version }: Assignment, { before, role, ...ends }: RoleChange) =>
        () => {
          change.mutate({ ...ends, version, role: before, before: role });
        },
    },
    onMutate: (wanted) =>
      applyOptimistically<Assignment>(listKeys(), (row) => (isSame(row, wanted) ? { ...row, role: wanted.role } : row)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
  return change;
}

export function useRemoveAssignment() {
  const assign = useMutation(
    api.assignments.assign.mutationOptions({
      meta: { done: 'User assigned successfully', failed: 'Failed to assign user' },
    }),
  );
  return useMutation({
    mutationFn: ({ userId, schoolId }: Assignment) => calls.assignments.remove({ userId, schoolId }),
    meta: {
      done: 'Assignment deleted successfully',
      failed: 'Failed to delete assignment',
      undo:
        (_data: void, { userId, schoolId, role }: Assignment) =>
        () => {
          assign.mutate({ userId, schoolId, role });
        },
    },
    onMutate: (removed: Assignment) =>
      applyOptimistically<Assignment>(listKeys(), (row) => (isSame(row, removed) ? null : row)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
}
