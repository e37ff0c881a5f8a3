// Assigns a user to a school, seen from either end: one is given, the other is searched for on the server and chosen.
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#contract/words.ts';
import type { Option } from '#web/components/choice.tsx';
import { keepFocus } from '#web/components/keep-focus.ts';
import { SearchChoice } from '#web/components/search-choice.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { api } from '#web/server/query-client.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import classes from '../admin.module.css';
import { RoleSelect } from './role-cell.tsx';

const PAUSE_MS = 150;

/** What is typed, who is chosen, and what is searched for: while somebody is chosen, the list shows everybody. */
function useSearch() {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Option<string> | null>(null);
  const wanted = chosen ? '' : typed;
  const [search] = useDebouncedValue(wanted, PAUSE_MS);
  return { typed, setTyped, chosen, setChosen, search, isAhead: search !== wanted };
}

interface AssignFormProps {
  what: 'User' | 'School';
  of: ReturnType<typeof useSearch>;
  /** Those that match what is searched for and are not assigned yet. */
  available: { data: Option<string>[] | undefined; isError: boolean; isPlaceholderData: boolean };
  noneLeft: string;
  /** Both ends of the assignment to the one that is chosen. */
  ends: (id: string) => { userId: string; schoolId: string };
}

function AssignForm({ what, of, available, noneLeft, ends }: AssignFormProps) {
  const { typed, setTyped, chosen, setChosen } = of;
  const [role, setRole] = useState<Role>('viewer');
  const assign = useMutation(api.assignments.assign.mutationOptions({ meta: sentences(what, 'assigned', 'assign') }));
  useUnsaved(chosen !== null);
  return (
    <form
      className={classes.form}
      data-from-top
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null || assign.isPending) return;
        keepFocus(event.currentTarget);
        const onSuccess = () => {
          // What was typed meanwhile is already the next one's.
          setChosen((now) => (now === chosen ? null : now));
          setTyped((now) => (now === chosen.label ? '' : now));
          setRole('viewer');
        };
        assign.mutate({ ...ends(chosen.value), role }, { onSuccess });
      }}
    >
      <SearchChoice
        label={what}
        placeholder={`Search for a ${what.toLowerCase()}`}
        options={available.data ?? (available.isError ? [] : undefined)}
        outdated={of.isAhead || available.isPlaceholderData}
        chosen={chosen}
        onChoose={setChosen}
        typed={typed}
        onType={setTyped}
        nothingFound={typed !== '' && chosen === null ? 'Nothing found' : noneLeft}
      />
      <div>
        <p className={classes.label}>Role</p>
        <RoleSelect of={chosen?.label ?? `the ${what.toLowerCase()}`} role={role} onRole={setRole} />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" disabled={chosen === null} loading={assign.isPending}>
          Assign {what}
        </Button>
      </div>
    </form>
  );
}

export function AssignUser({ schoolId }: { schoolId: string }) {
  const of = useSearch();
  const available = useQuery({
    ...api.users.notInSchool.queryOptions({
      input: { schoolId, search: of.search },
      meta: { failed: 'Failed to load available users' },
      select: (users) => users.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <AssignForm
      what="User"
      of={of}
      available={available}
      noneLeft="No users available that aren't already assigned to this school"
      ends={(userId) => ({ userId, schoolId })}
    />
  );
}

export function AssignSchool({ userId }: { userId: string }) {
  const of = useSearch();
  const available = useQuery({
    ...api.schools.notOfUser.queryOptions({
      input: { userId, search: of.search },
      meta: { failed: 'Failed to load available schools' },
      select: (schools) => schools.map(({ id, name, shortName }) => ({ value: id, label: `${name} (${shortName})` })),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <AssignForm
      what="School"
      of={of}
      available={available}
      noneLeft="No schools available that aren't already assigned to this user"
      ends={(schoolId) => ({ userId, schoolId })}
    />
  );
}
