// The changes of assignments: shown at once, taken back when refused, and each with its way back.
import { useMutation } from '@tanstack/react-query';
import type { Assignment } from '#contract/assignments.ts';
import type { Role } from '#contract/words.ts';
import { calls } from '#web/server/calls.ts';
import { applyOptimistically } from '#web/server/optimistic.ts';
import { api, queryClient } from '#web/server/query-client.ts';

const listKeys = () => [api.assignments.ofSchool.key(), api.assignments.ofUser.key()];
const isIn = (row: Assignment, { userId, schoolId }: Pick<Assignment, 'userId' | 'schoolId'>): boolean =>
  row.userId === userId && row.schoolId === schoolId;

/** How many Primary Admins a school has right now. When that cannot be asked, the change itself will fail and say why. */
export const primariesLeft = (schoolId: string): Promise<number> =>
  queryClient.fetchQuery({ ...api.assignments.countsByRole.queryOptions({ input: { schoolId } }), staleTime: 0 }).then(
    (counts) => counts.primary,
    () => Infinity,
  );

type RoleChange = { userId: string; schoolId: string; version: number; role: Role; before: Role };

export function useChangeRole() {
  const change = useMutation({
    mutationFn: ({ userId, schoolId, version, role }: RoleChange) =>
      calls.assignments.changeRole({ userId, schoolId, version, role }),
    meta: {
      done: 'Assignment updated successfully',
      failed: 'Failed to update assignment',
      undo:
        ({ version }: Assignment, { before, role, ...of }: RoleChange) =>
        () => {
          change.mutate({ ...of, version, role: before, before: role });
        },
    },
    onMutate: (wanted) =>
      applyOptimistically<Assignment>(listKeys(), (row) => (isIn(row, wanted) ? { ...row, role: wanted.role } : row)),
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
    onMutate: (wanted: Assignment) =>
      applyOptimistically<Assignment>(listKeys(), (row) => (isIn(row, wanted) ? null : row)),
    onError: (_error, _variables, rollback) => rollback?.(),
  });
}
