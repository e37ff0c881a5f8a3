// The link of an invitation that somebody has just made, and what became of the email with it.
import type { Calls } from '#contract/index.ts';
import type { MailProblem } from '#contract/mailing.ts';
import { OneTimeLink } from '#web/components/ui/one-time-link.tsx';

const PROBLEMS: Record<MailProblem, string> = {
  refused: 'The email wasn’t sent: the mail server refused this address. Check it, or pass this link on yourself.',
  delayed: 'The email wasn’t sent: the mail server asked to try again later. Pass this link on yourself.',
  unconfirmed: 'The mail server didn’t confirm the email, so it may not arrive. Pass this link on yourself.',
};

type InvitationLinkProps = Awaited<ReturnType<Calls['invitations']['invite']>> & { email: string };

export function InvitationLink({ email, token, expiresAt, mailed, unsent: [unsent] }: InvitationLinkProps) {
  const sent = unsent ? PROBLEMS[unsent.why] : 'Sent by email. You can also pass the link on yourself.';
  return (
    <OneTimeLink
      label={`Invitation for ${email.trim()}`}
      path="/invitation"
      token={token}
      expiresAt={expiresAt}
      note={mailed ? sent : 'Pass this link on.'}
    />
  );
}
