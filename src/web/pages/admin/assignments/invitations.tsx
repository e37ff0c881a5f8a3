// Invites people without an account to a school, and lists the invitations that are still open.
import { useState, type ComponentProps } from 'react';
import { ROLE_LABELS, type Role } from '#contract/words.ts';
import { dayOf } from '#web/format.ts';
import { OtherEmailField } from '#web/components/forms/other-email-field.tsx';
import { ConfirmedButton } from '#web/forms/confirmed-button.tsx';
import { InvitationLink } from '#web/records/invitation-link.tsx';
import { calls } from '#web/server/calls.ts';
import { Loaded } from '#web/server/loaded.tsx';
import { api } from '#web/server/query-client.ts';
import { useLoad } from '#web/server/use-load.ts';
import { endsWithOne, useShownOnce } from '#web/server/use-shown-once.ts';
import { useChange } from '#web/server/use-change.ts';
import { useUnsaved } from '#web/state/unsaved.ts';
import { RoleChoice } from '#web/records/role-choice.tsx';
import classes from '../admin.module.css';
import { AdminForm } from '../form.tsx';
import { Section } from '#web/components/ui/section.tsx';

const useOpenInvitations = (schoolId: string) =>
  useLoad(api.invitations.ofSchool, 'Failed to load invitations', { schoolId });

export function Invitations({ schoolId }: { schoolId: string }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const open = useOpenInvitations(schoolId);
  const [made, show] = useShownOnce<ComponentProps<typeof InvitationLink>, { expiresAt: Date }[]>(open, endsWithOne);
  const invite = useChange({
    send: calls.invitations.invite,
    failed: 'Failed to invite',
    onDone: (link, sent) => {
      show({ ...link, email: sent.email });
      // What was typed meanwhile is the next person's.
      setEmail((now) => (now === sent.email ? '' : now));
    },
  });
  useUnsaved(email !== '');
  return (
    <Section mt="xl" id="invite-heading" title="Invite someone without an account" level={3}>
      <AdminForm
        data-from-top
        submitLabel="Invite"
        isSecondary
        saving={invite.isPending}
        disabled={email.trim() === ''}
        onSubmit={() => email.trim() !== '' && invite.send({ email, schoolId, role })}
      >
        <RoleChoice
          className={classes.role}
          label="Role"
          aria-label="Role after accepting"
          value={role}
          onChoose={setRole}
        />
        <OtherEmailField value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      </AdminForm>
      {made && <InvitationLink {...made} />}
      <OpenInvitations open={open} />
    </Section>
  );
}

function OpenInvitations({ open }: { open: ReturnType<typeof useOpenInvitations> }) {
  return (
    <Loaded what="the open invitations" of={{ open }} skeleton={null} empty={null}>
      {(loaded) => (
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
                removesRow
                change={{
                  send: () => calls.invitations.revoke({ id }),
                  done: 'Invitation revoked',
                  failed: 'Failed to revoke invitation',
                }}
              >
                <p>
                  The link that <strong>{email}</strong> has will no longer work. You can invite them again.
                </p>
              </ConfirmedButton>
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
