// Sends email by SMTP, if the settings name a server. Sending never holds up a call: failures are only logged.
import type { Logger } from 'pino';
import type { Settings } from './settings.ts';

type Email = { to: string; subject: string; text: string };

export type Mailer = {
  /** Sends in the background. */
  send(email: Email): void;
  /** The full address of a page of this site. */
  linkTo(path: string): string;
};

/** A mailer that holds its emails until `release`. */
export function holdEmails(mail: Mailer): Mailer & { release(): void } {
  const held: Email[] = [];
  return { ...mail, send: (email) => void held.push(email), release: () => held.forEach(mail.send) };
}

export function openMailer(settings: Settings, log: Logger): Mailer | undefined {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: site, SUPPORT_CONTACT: contact } = settings;
  if (url === undefined || from === undefined || site === undefined) return undefined;
  const help = contact === undefined ? '' : `\n\nQuestions? Contact support: ${contact}`;
  const deliver = async (email: Email): Promise<void> => {
    // Most servers never send mail, so the library loads with the first email.
    const { createTransport } = await import('nodemailer');
    await createTransport(url, { from, disableFileAccess: true, disableUrlAccess: true }).sendMail({
      ...email,
      text: email.text + help,
    });
    log.info({ event: 'mail sent', subject: email.subject }, 'Sent an email');
  };
  return {
    send: (email) =>
      void deliver(email).catch((error: unknown) =>
        log.error({ event: 'mail failed', reason: (error as Error).message }, 'Could not send an email'),
      ),
    linkTo: (path) => new URL(path, site).href,
  };
}
