// A Primary Admin asks support to add a colleague to the school.
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import dialog from '#web/components/dialogs/dialog.module.css';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { Choice } from '#web/components/forms/choice.tsx';
import { OtherEmailField } from '#web/components/forms/other-email-field.tsx';
import { Form } from '#web/forms/form.tsx';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { confirmDiscard, useUnsaved } from '#web/state/unsaved.ts';

const CHOICES = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }));

export default function AskForColleague({ onClose }: { onClose: () => void }) {
  const { schoolId } = useSchool();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  useUnsaved(email !== '');
  const ask = useChange({
    send: calls.colleagueRequests.ask,
    done: 'Request sent. Support adds your colleague.',
    failed: 'Failed to send the request',
    // What was typed meanwhile is the next colleague's.
    onDone: (_, sent) => (sent.email === email ? onClose() : undefined),
  });
  return (
    <Modal
      title="Ask for a colleague"
      onClose={() => void confirmDiscard(email !== '').then((isDiscarded) => isDiscarded && onClose())}
    >
      <Stack
        component={Form}
        gap="sm"
        onSubmit={() => {
          if (email.trim() !== '') ask.send({ schoolId, email, role });
        }}
      >
        <p className={dialog.text}>
          Support adds your colleague. A person who has no account yet gets an invitation by email, or a link from
          support.
        </p>
        <OtherEmailField value={email} data-autofocus onChange={(event) => setEmail(event.currentTarget.value)} />
        <Choice label="Role" options={CHOICES} value={role} onChoose={setRole} />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button type="submit" disabled={email.trim() === ''} loading={ask.isPending}>
            Send request
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
