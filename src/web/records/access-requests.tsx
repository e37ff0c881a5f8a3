// The open requests to join a school, for the people who decide on them: Primary Admins confirm or decline, super admins
// assign or decline. Below them, the requests to add a colleague. Shows nothing while there are none.
import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { AccessRequest } from '#contract/access-requests.ts';
import type { Role } from '#contract/words.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { dayOf } from '#web/format.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { sentences } from '#web/forms/form-words.ts';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useMay } from '#web/state/use-may.ts';
import { ColleagueRequests } from './colleague-requests.tsx';
import { useAccessRequests } from './queries.ts';
import { RoleChoice } from './role-choice.tsx';

export default function Requests() {
  return (
    <>
      <AccessRequests />
      <ColleagueRequests />
    </>
  );
}

function AccessRequests() {
  const requests = useAccessRequests();
  if (!requests.data || requests.data.length === 0) return null;
  return (
    <Box my="lg">
      <ListSection
        title="Access requests"
        rows={requests.data}
        row={(request) => <Request request={request} />}
        empty=""
      />
    </Box>
  );
}

function Request({ request }: { request: AccessRequest }) {
  const { id, schoolId, schoolName, name, email, note, createdAt, confirmedBy } = request;
  const may = useMay();
  const [role, setRole] = useState<Role>('viewer');
  const accept = useChange({ send: calls.accessRequests.accept, ...sentences('User', 'assigned', 'assign') });
  const confirm = useChange({
    send: calls.accessRequests.confirm,
    done: 'Request confirmed. Support adds the person.',
    failed: 'Failed to confirm the request',
  });
  const isBusy = accept.isPending || confirm.isPending;
  return (
    <Group flex={1} justify="space-between" gap="0.5rem 1rem">
      <div>
        <strong>{name}</strong>{' '}
        <Text span c="dimmed" size="sm">
          ({email})
        </Text>{' '}
        asks to join <strong>{schoolName}</strong>
        {note !== '' && (
          <Text component="q" inherit display="block" fs="italic">
            {note}
          </Text>
        )}
        <Text c="dimmed" size="sm">
          {dayOf(createdAt)}
          {confirmedBy !== null && ` · Confirmed by ${confirmedBy}`}
        </Text>
      </div>
      <Group gap="xs">
        {may('create', 'assignment', schoolId) ? (
          <>
            <RoleChoice aria-label={`Role of ${name}`} value={role} onChoose={setRole} />
            <Button
              size="compact-sm"
              aria-label={`Assign ${name}`}
              disabled={isBusy}
              onClick={() => accept.send({ id, role })}
            >
              Assign
            </Button>
          </>
        ) : (
          confirmedBy === null && (
            <Button
              size="compact-sm"
              aria-label={`Confirm ${name}`}
              disabled={isBusy}
              onClick={() => confirm.send({ id, schoolId })}
            >
              Confirm
            </Button>
          )
        )}
        <ConfirmedButton
          label="Decline"
          size="compact-sm"
          aria-label={`Decline ${name}`}
          disabled={isBusy}
          title={`Decline the request (${name})`}
          removesRow
          change={{
            send: () => calls.accessRequests.decline({ id, schoolId }),
            done: 'Request declined',
            failed: 'Failed to decline the request',
          }}
        >
          <p>
            <strong>{name}</strong> won’t be added to {schoolName}, and can ask again.
          </p>
        </ConfirmedButton>
      </Group>
    </Group>
  );
}
