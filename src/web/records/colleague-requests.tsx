// The open requests to add a colleague: a super admin confirms or declines them, the Primary Admin who asked can withdraw them.
// Shows nothing while there are none.
import { Box, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { ColleagueRequest } from '#contract/colleague-requests.ts';
import { ROLE_LABELS } from '#contract/words.ts';
import { ListSection } from '#web/components/table/list-section.tsx';
import { dayOf } from '#web/format.ts';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { calls } from '#web/server/calls.ts';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useMay } from '#web/state/use-may.ts';
import { InvitationLink } from './invitation-link.tsx';
import { useColleagueRequests } from './queries.ts';

type Invited = NonNullable<Awaited<ReturnType<typeof calls.colleagueRequests.accept>>>;

export function ColleagueRequests() {
  const requests = useColleagueRequests();
  // The row of a confirmed request goes; the link that it made stays.
  const [invited, setInvited] = useState<Invited | null>(null);
  if (!requests.data || (requests.data.length === 0 && invited === null)) return null;
  return (
    <Box my="lg">
      <ListSection
        title="Requests for colleagues"
        rows={requests.data}
        row={(request) => <Request request={request} onInvited={setInvited} />}
        empty="No requests are open"
      />
      {invited && <InvitationLink {...invited} />}
    </Box>
  );
}

function Request({ request, onInvited }: { request: ColleagueRequest; onInvited: (invited: Invited | null) => void }) {
  const { id, schoolId, schoolName, email, role, askedBy, createdAt } = request;
  const may = useMay();
  const decides = may('create', 'assignment', schoolId);
  const accept = useChange({
    send: () => calls.colleagueRequests.accept({ id }),
    done: (invitation) => (invitation === null ? 'User assigned successfully' : 'Invitation created'),
    failed: 'Failed to confirm the request',
    heldBack: [api.colleagueRequests.key()],
    onDone: onInvited,
  });
  const no = decides ? 'Decline' : 'Withdraw';
  return (
    <Group flex={1} justify="space-between" gap="0.5rem 1rem">
      <div>
        {decides ? `${askedBy ?? 'A former Primary Admin'} asks to add ` : 'Support has been asked to add '}
        <strong>{email}</strong> to <strong>{schoolName}</strong> as {ROLE_LABELS[role]}
        <Text c="dimmed" size="sm">
          {dayOf(createdAt)}
        </Text>
      </div>
      <Group gap="xs">
        {decides && (
          <Button
            size="compact-sm"
            aria-label={`Confirm ${email}`}
            disabled={accept.isPending}
            onClick={() => accept.send()}
          >
            Confirm
          </Button>
        )}
        <ConfirmedButton
          label={no}
          size="compact-sm"
          aria-label={`${no} ${email}`}
          disabled={accept.isPending}
          title={`${no} the request (${email})`}
          removesRow
          change={{
            send: () => calls.colleagueRequests.remove({ id, schoolId }),
            done: decides ? 'Request declined' : 'Request withdrawn',
            failed: `Failed to ${no.toLowerCase()} the request`,
          }}
        >
          <p>
            <strong>{email}</strong> won’t be added to {schoolName}. A Primary Admin can ask again.
          </p>
        </ConfirmedButton>
      </Group>
    </Group>
  );
}
