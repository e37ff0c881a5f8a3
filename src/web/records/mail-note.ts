// What became of the email with a link that somebody has just made.
import type { MailProblem, Unsent } from '#contract/mailing.ts';

const PROBLEMS: Record<MailProblem, string> = {
  refused: 'The email wasn’t sent: the mail server refused this address. Check it, or pass this link on yourself.',
  delayed: 'The email wasn’t sent: the mail server asked to try again later. Pass this link on yourself.',
  unconfirmed: 'The mail server didn’t confirm the email, so it may not arrive. Pass this link on yourself.',
};

export function mailNote({ mailed, unsent: [unsent] }: { mailed: boolean; unsent: readonly Unsent[] }): string {
  if (!mailed) return 'Pass this link on.';
  return unsent ? PROBLEMS[unsent.why] : 'Sent by email. You can also pass the link on yourself.';
}
