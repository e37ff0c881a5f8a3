// World: a server that sends email, and the mailbox that receives it.
import { afterAll, beforeAll } from 'vitest';
import { startInProcess, type InProcess } from '../in-process.ts';
import { startMailbox, type Letter, type Mailbox } from '../mailbox.ts';

export let product: InProcess;
export let mailbox: Mailbox;

/** Call it once per test file. */
export function mailingProduct(): void {
  beforeAll(async () => {
    mailbox = await startMailbox();
    product = await startInProcess({
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'Courtside <courtside@example.org>',
      PUBLIC_URL: 'https://courtside.example.org',
      SUPPORT_CONTACT: 'help@courtside.example.org',
    });
  });
  afterAll(async () => {
    await product.close();
    await mailbox.close();
  });
}

/** The token of the link in an email. */
export const tokenIn = ({ text }: Pick<Letter, 'text'>): string => /#([\w-]{43})/.exec(text)?.[1] ?? 'no token';
