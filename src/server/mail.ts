// Sends email by SMTP, if the settings name a server. An email contains a link that opens an account, so it is stored nowhere: a
// call sends its emails once its change is committed, and its answer says which the mail server has not accepted.
import type { Logger } from 'pino';
import type { MailProblem, Unsent } from '#contract/mailing.ts';
import { within } from './http/within.ts';
import { bodyOf, type EmailContent } from './mail-body.ts';
import type { Settings } from './settings.ts';

export type Email = EmailContent & { to: string };

export type Mailer = NonNullable<ReturnType<typeof openMailer>>;

/** The emails of a transaction, which leave once it is committed. */
export type Outbox = Pick<Mailer, 'linkTo'> & { add(email: Email): void };

export function openOutbox(mailer: Mailer): Outbox & { emails: readonly Email[] } {
  const emails: Email[] = [];
  return { linkTo: mailer.linkTo, add: (email) => void emails.push(email), emails };
}

/** A call waits no longer for the mail server. */
const MAX_WAIT_MS = 10_000;
const TIMEOUTS = { dnsTimeout: 4000, connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 };
const MAX_CONNECTIONS = 3;
const MAX_REASON = 300;

type SmtpError = Error & { code?: string; responseCode?: number };

function problemOf({ code, responseCode = 0 }: SmtpError): MailProblem {
  if (responseCode >= 400 && responseCode < 500) return 'delayed';
  // A wrong password is refused as well, and says nothing about the recipient.
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE') ? 'refused' : 'unconfirmed';
}

/** What went wrong, without the recipient's address, which mail servers often repeat. */
const reasonOf = (error: Error, to = 'nobody'): string => error.message.replaceAll(to, '…').slice(0, MAX_REASON);

/** What the mail server says, unless that takes too long. */
const inTime = <T>(work: Promise<T>): Promise<T> =>
  within(MAX_WAIT_MS, work, new Error('The mail server did not answer in time.'));

/** With a password in it, the connection must be encrypted, unless the setting itself says `?ignoreTLS=true`. */
function transportOptions(url: string) {
  const { username, searchParams } = new URL(url);
  return {
    url,
    requireTLS: username !== '' && searchParams.get('ignoreTLS') !== 'true',
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  };
}

export function openMailer(settings: Settings) {
  const { SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: address, SUPPORT_CONTACT: contact } = settings;
  if (url === undefined || from === undefined || address === undefined) return undefined;
  const open = async () => {
    // Most servers never send mail, so the library loads with the first email.
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...transportOptions(url),
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      // A mail server that hangs up in between may have the email already.
      maxRequeues: 0,
    });
  };

  return {
    /** Sends, and returns what the mail server has not accepted. Never rejects. */
    async deliver(emails: readonly Email[], log: Logger): Promise<Unsent[]> {
      const transport = await open();
      const sendOne = async ({ to, ...content }: Email): Promise<Unsent[]> => {
        const message = {
          from,
          // As an object, because text could name several people.
          to: { name: '', address: to },
          subject: content.subject,
          ...bodyOf(content, { address, contact }),
          // Keeps automatic replies away (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        };
        try {
          await inTime(transport.sendMail(message));
          log.info({ event: 'mail sent' }, 'Sent an email');
          return [];
        } catch (error) {
          const why = problemOf(error as SmtpError);
          log.error({ event: 'mail failed', why, reason: reasonOf(error as Error, to) }, 'Could not send an email');
          return [{ email: to, why }];
        }
      };
      const unsent = await Promise.all(emails.map(sendOne));
      transport.close();
      return unsent.flat();
    },
    /** Whether the mail server answers and lets this server in. It tells nothing about any recipient. */
    async isReachable(log: Logger): Promise<boolean> {
      const transport = await open();
      try {
        await inTime(transport.verify());
        return true;
      } catch (error) {
        log.error({ event: 'mail failed', reason: reasonOf(error as Error) }, 'The mail server can’t be used');
        return false;
      } finally {
        transport.close();
      }
    },
    /** The full address of a page of this site. */
    linkTo: (path: string): string => new URL(path, address).href,
  };
}

const RETRY_MINUTES = [1, 5, 15];

/**
 * Sends an email whose failure must stay secret, because it would reveal who has an account. Resolves after the first attempt. Retries in
 * the background while its link works; a restart ends that, and the person asks again.
 */
export async function deliverPatiently(
  mailer: Mailer,
  email: Email,
  log: Logger,
  pause: (ms: number) => Promise<unknown>,
): Promise<void> {
  const isDelayed = async () => (await mailer.deliver([email], log))[0]?.why === 'delayed';
  const retry = async () => {
    for (const minutes of RETRY_MINUTES) {
      await pause(minutes * 60_000);
      if (!(await isDelayed())) return;
    }
  };
  if (await isDelayed()) void retry();
}
