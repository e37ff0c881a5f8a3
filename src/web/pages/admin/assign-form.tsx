// Assigns a user to a school, seen from either end: one is given, the other is searched for on the server and chosen.
import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '#contract/words.ts';
import { api } from '#web/query-client.ts';
import classes from './admin.module.css';
import { RoleSelect } from './role-cell.tsx';

type Choice = { value: string; label: string };
const PAUSE_MS = 150;

interface AssignFormProps {
  what: 'User' | 'School';
  /** Those that match what was typed and are not assigned yet; `undefined` while they load. */
  choices: Choice[] | undefined;
  noneLeft: string;
  typed: string;
  onType: (text: string) => void;
  onAssign: (id: string, role: Role, whenDone: () => void) => void;
  assigning: boolean;
}

function AssignForm({ what, choices, noneLeft, typed, onType, onAssign, assigning }: AssignFormProps) {
  const [chosen, setChosen] = useState<Choice | null>(null);
  const [role, setRole] = useState<Role>('viewer');
  const searching = typed !== '' && typed !== chosen?.label;
  const data = chosen && !choices?.some(({ value }) => value === chosen.value) ? [chosen, ...(choices ?? [])] : choices;
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen === null || assigning) return;
        onAssign(chosen.value, role, () => {
          setChosen(null);
          onType('');
        });
      }}
    >
      <Select
        label={what}
        placeholder={`Search for a ${what.toLowerCase()}`}
        data-autofocus
        data={data ?? []}
        value={chosen?.value ?? null}
        onChange={(value) => setChosen(data?.find((choice) => choice.value === value) ?? null)}
        searchable
        defaultDropdownOpened
        selectFirstOptionOnChange
        searchValue={typed}
        onSearchChange={onType}
        // Below its field, where it hides neither the label nor what one can choose in its place.
        comboboxProps={{ middlewares: { flip: false } }}
        // The server has searched already, and forgives more.
        filter={({ options }) => options}
        nothingFoundMessage={choices === undefined ? 'Loading …' : searching ? 'Nothing found' : noneLeft}
      />
      {choices?.length === 0 && !searching && chosen === null && <p className={classes.empty}>{noneLeft}</p>}
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
