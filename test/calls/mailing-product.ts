// A server that sends email, and the mailbox that receives it.
import { startInProcess, type InProcess } from '../in-process.ts';
import { startMailbox, type Mailbox } from '../mailbox.ts';

export async function startMailingProduct(): Promise<{ product: InProcess; mailbox: Mailbox }> {
  const mailbox = await startMailbox();
  const product = await startInProcess({
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Courtside <courtside@example.org>',
    PUBLIC_URL: 'https://courtside.example.org',
    SUPPORT_CONTACT: 'help@courtside.example.org',
  });
  return { product, mailbox };
}

/** The token of the link in an email. */
export const tokenIn = (email: string): string => /#([\w-]{43})/.exec(email)?.[1] ?? 'no token';
