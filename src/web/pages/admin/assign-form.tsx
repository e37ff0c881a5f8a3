// Assigns a user to a school, seen from either end: one is given, the other is searched for on the server and chosen.
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#contract/words.ts';
import type { Option } from '#web/components/choice.tsx';
import { SearchChoice } from '#web/components/search-choice.tsx';
import { api } from '#web/query-client.ts';
import { useUnsaved } from '#web/unsaved.ts';
import classes from './admin.module.css';
import { RoleSelect } from './role-cell.tsx';

const PAUSE_MS = 150;

interface AssignFormProps {
  what: 'User' | 'School';
  /** Those that match what was typed and are not assigned yet; `undefined` while they load. */
  choices: Option<string>[] | undefined;
  noneLeft: string;
  typed: string;
  onType: (text: string) => void;
  onAssign: (id: string, role: Role, whenDone: () => void) => void;
  assigning: boolean;
}

function AssignForm({ what, choices, noneLeft, typed, onType, onAssign, assigning }: AssignFormProps) {
  const [chosen, setChosen] = useState<Option<string> | null>(null);
  const [role, setRole] = useState<Role>('viewer');
  useUnsaved(chosen !== null);
  const searching = typed !== '' && typed !== chosen?.label;
  return (
    <form
      className={classes.form}
      data-from-top
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null || assigning) return;
        onAssign(chosen.value, role, () => {
          setChosen(null);
          onType('');
        });
      }}
    >
      <SearchChoice
        label={what}
        placeholder={`Search for a ${what.toLowerCase()}`}
        options={choices}
        chosen={chosen}
        onChoose={setChosen}
        typed={typed}
        onType={onType}
        nothingFound={searching ? 'Nothing found' : noneLeft}
      />
      <div>
        <p className={classes.label}>Role</p>
        <RoleSelect of={chosen?.label ?? `the ${what.toLowerCase()}`} role={role} onRole={setRole} />
      </div>
      <div className={classes.buttons}>
        <Button type="submit" disabled={chosen === null} loading={assigning}>
          Assign {what}
        </Button>
      </div>
    </form>
  );
}

export function AssignUser({ schoolId }: { schoolId: string }) {
  const [typed, setTyped] = useState('');
  const [chosenText, setChosenText] = useState('');
  const [search] = useDebouncedValue(typed === chosenText ? '' : typed, PAUSE_MS);
  const available = useQuery({
    ...api.users.notInSchool.queryOptions({
      input: { schoolId, search },
      meta: { failed: 'Failed to load available users' },
    }),
    placeholderData: keepPreviousData,
  });
  const assign = useMutation(
    api.assignments.assign.mutationOptions({
      meta: { done: 'User assigned successfully', failed: 'Failed to assign user' },
    }),
  );
  const found = available.data ?? (available.isError ? [] : undefined);
  const choices = found?.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  return (
    <AssignForm
      what="User"
      choices={choices}
      noneLeft="No users available that aren't already assigned to this school"
      typed={typed}
      onType={(text) => {
        setTyped(text);
        setChosenText(choices?.some(({ label }) => label === text) ? text : '');
      }}
      onAssign={(userId, role, onSuccess) => assign.mutate({ userId, schoolId, role }, { onSuccess })}
      assigning={assign.isPending}
    />
  );
}

export function AssignSchool({ userId }: { userId: string }) {
  const [typed, setTyped] = useState('');
  const [chosenText, setChosenText] = useState('');
  const [search] = useDebouncedValue(typed === chosenText ? '' : typed, PAUSE_MS);
  const available = useQuery({
    ...api.schools.notOfUser.queryOptions({
      input: { userId, search },
      meta: { failed: 'Failed to load available schools' },
    }),
    placeholderData: keepPreviousData,
  });
  const assign = useMutation(
    api.assignments.assign.mutationOptions({
      meta: { done: 'School assigned successfully', failed: 'Failed to assign school' },
    }),
  );
  const found = available.data ?? (available.isError ? [] : undefined);
  const choices = found?.map(({ id, name, shortName }) => ({ value: id, label: `${name} (${shortName})` }));
  return (
    <AssignForm
      what="School"
      choices={choices}
      noneLeft="No schools available that aren't already assigned to this user"
      typed={typed}
      onType={(text) => {
        setTyped(text);
        setChosenText(choices?.some(({ label }) => label === text) ? text : '');
      }}
      onAssign={(schoolId, role, onSuccess) => assign.mutate({ userId, schoolId, role }, { onSuccess })}
      assigning={assign.isPending}
    />
  );
}
