// A Primary Admin asks support to add a colleague to the school.
import { useState } from 'react';
import type { Role } from '#contract/words.ts';
import { Modal } from '#web/components/dialogs/modal.tsx';
import { OtherEmailField } from '#web/components/forms/other-email-field.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { RoleChoice } from '#web/records/role-choice.tsx';
import { calls } from '#web/server/calls.ts';
import { useChange } from '#web/server/use-change.ts';
import { useSchool } from '#web/state/school.ts';
import { ifDiscarded, useUnsaved } from '#web/state/unsaved.ts';

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
    <Modal title="Ask for a colleague" onClose={() => ifDiscarded(onClose, email !== '')}>
      <p>
        Support adds your colleague. A person who has no account yet gets an invitation by email, or a link from
        support.
      </p>
      <DialogForm
        submitLabel="Send request"
        saving={ask.isPending}
        disabled={email.trim() === ''}
        onSubmit={() => email.trim() !== '' && ask.send({ schoolId, email, role })}
      >
        <OtherEmailField value={email} data-autofocus onChange={(event) => setEmail(event.currentTarget.value)} />
        <RoleChoice label="Role" value={role} onChoose={setRole} />
      </DialogForm>
    </Modal>
  );
}
