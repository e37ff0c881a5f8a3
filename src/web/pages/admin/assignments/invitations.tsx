// Invites people without an account to a school, and lists the invitations that are still open.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import dialog from '#web/components/dialogs/dialog.module.css';
import { OneTimeLink } from '#web/components/ui/one-time-link.tsx';
import { dayOf } from '#web/format.ts';
import { OtherEmailField } from '#web/components/forms/other-email-field.tsx';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { Form } from '#web/forms/form.tsx';
import { mailNote } from '#web/records/mail-note.ts';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useChange } from '#web/server/use-change.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import classes from '../admin.module.css';
import { RoleSelect } from './role-select.tsx';
import { Section } from '#web/components/ui/section.tsx';

export function Invitations({ schoolId }: { schoolId: string }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const invite = useChange({
    send: calls.invitations.invite,
    failed: 'Failed to invite',
    // What was typed meanwhile is the next person's.
    onDone: (_, sent) => setEmail((now) => (now === sent.email ? '' : now)),
  });
  useUnsaved(email !== '');
  return (
    <Section className={classes.below} id="invite-heading" title="Invite someone without an account" level={3}>
      <Form
        className={classes.form}
        data-from-top
        onSubmit={() => {
          if (email.trim() === '') return;
          invite.send({ email, schoolId, role });
        }}
      >
        <div>
          <p className={classes.label}>Role</p>
          <RoleSelect label="Role after accepting" role={role} onRole={setRole} />
        </div>
        <OtherEmailField value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
        <Group justify="flex-end" gap="sm" className={classes.buttons}>
          <Button type="submit" variant="default" disabled={email.trim() === ''} loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </Form>
      {invite.data && invite.variables && (
        <OneTimeLink
          label={`Invitation for ${invite.variables.email.trim()}`}
          path="/invitation"
          token={invite.data.token}
          expiresAt={invite.data.expiresAt}
          note={mailNote(invite.data)}
        />
      )}
      <OpenInvitations schoolId={schoolId} />
    </Section>
  );
}

function OpenInvitations({ schoolId }: { schoolId: string }) {
  const open = useQuery(
    api.invitations.ofSchool.queryOptions({ input: { schoolId }, meta: { failed: 'Failed to load invitations' } }),
  );
  return (
    <Loaded what="the open invitations" of={{ open }} skeleton={null}>
      {(loaded) =>
        loaded.open.length > 0 && (
          <ul className="entries" aria-label="Open invitations">
            {loaded.open.map(({ id, email, role, expiresAt }) => (
              <li key={id}>
                <span>
                  {email}, {ROLE_LABELS[role]}, open until {dayOf(expiresAt)}
                </span>
                <ConfirmedButton
                  label="Revoke"
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Revoke the invitation of ${email}`}
                  title={`Revoke the invitation (${email})`}
                  confirmLabel="Revoke"
                  removesRow
                  change={{
                    send: () => calls.invitations.revoke({ id }),
                    done: 'Invitation revoked',
                    failed: 'Failed to revoke invitation',
                  }}
                >
                  <p className={dialog.text}>
                    The link that <strong>{email}</strong> has will no longer work. You can invite them again.
                  </p>
                </ConfirmedButton>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
