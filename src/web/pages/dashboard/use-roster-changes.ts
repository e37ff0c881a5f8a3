// The changes of a roster: shown at once, taken back when refused.
import { useMutation } from '@tanstack/react-query';
import { calls } from '#web/calls.ts';
import { undoRename } from '#web/forms/use-record-form.ts';
import { showAtOnce } from '#web/optimistic.ts';
import { api } from '#web/query-client.ts';

export type RosterName = 'teams' | 'students' | 'tournaments';
/** Only a student has a team. */
export type Entry = { id: string; name: string; version: number; teamId?: string | null };
type Fields = { name: string; teamId: string | null };

const sentences = (what: string, did: string, todo: string) => ({
  done: `${what} ${did} successfully`,
  failed: `Failed to ${todo} ${what.toLowerCase()}`,
});

const keyOf = (roster: RosterName, schoolId: string) => [api[roster].inSchool.queryKey({ input: { schoolId } })];

export function useAddEntry(roster: RosterName, schoolId: string, what: string) {
  return useMutation({
    mutationFn: ({ teamId, ...entry }: Fields & { id: string }): Promise<Entry> =>
      roster === 'students'
        ? calls.students.add({ schoolId, ...entry, teamId })
        : calls[roster].add({ schoolId, ...entry }),
    meta: sentences(what, 'added', 'add'),
  });
}

export type EntryUpdate = { id: string; version: number; changed: Partial<Fields>; before: string };

export function useUpdateEntry(roster: RosterName, schoolId: string, what: string) {
  const update = useMutation({
    mutationFn: ({ id, version, changed }: EntryUpdate): Promise<Entry> =>
      calls[roster].update({ schoolId, id, version, changed }),
    meta: {
      ...sentences(what, 'updated', 'update'),
      undo: (saved: Entry, { id, changed, before }: EntryUpdate) =>
        undoRename(before, changed.name, (name) => {
          update.mutate({ id, version: saved.version, changed: { name }, before: name });
        }),
    },
    onMutate: ({ id, changed }) =>
      showAtOnce<Entry>(keyOf(roster, schoolId), (row) => (row.id === id ? { ...row, ...changed } : row)),
    onError: (_error, _variables, takeBack) => takeBack?.(),
  });
  return update;
}

export function useRemoveEntry(roster: RosterName, schoolId: string, what: string) {
  return useMutation({
    mutationFn: (id: string) => calls[roster].remove({ schoolId, id }),
    meta: sentences(what, 'deleted', 'delete'),
    onMutate: (id: string) => showAtOnce<Entry>(keyOf(roster, schoolId), (row) => (row.id === id ? null : row)),
    onError: (_error, _variables, takeBack) => takeBack?.(),
  });
}
