// A mail server for tests: a real SMTP server that parses and stores every email. Options make it refuse, delay or fail.
import type { AddressInfo, Socket } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type Letter = {
  to: string;
  text: string;
  html: string;
  subject: string;
  isEncrypted: boolean;
  parsed: ParsedMail;
};

export type Mailbox = {
  url: string;
  port: number;
  letters: readonly Letter[];
  /** The first email to this address, as soon as it has arrived. */
  emailTo(email: string): Promise<Letter>;
  countTo(email: string): number;
  /** Cuts every connection. */
  cut(): void;
  close(): Promise<void>;
};

/** Accepts email from anybody, without encryption, unless the options say otherwise. */
export async function startMailbox(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const letters: Letter[] = [];
  const waiting = new Set<() => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData: (stream, session, done) => {
      const keep = async (): Promise<void> => {
        const parsed = await simpleParser(stream);
        for (const { address } of session.envelope.rcptTo) {
          const { text = '', html, subject = '' } = parsed;
          const isEncrypted = session.secure;
          letters.push({ to: address ?? '', text, html: html || '', subject, isEncrypted, parsed });
        }
        for (const look of waiting) look();
      };
      keep().then(() => done(), done);
    },
    ...options,
  });
  // A client that hangs up is part of some tests.
  server.on('error', () => {});
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    letters,
    emailTo: (email) =>
      new Promise((resolve) => {
        const look = () => {
          const letter = letters.find(({ to }) => to === email);
          if (letter === undefined) return;
          waiting.delete(look);
          resolve(letter);
        };
        waiting.add(look);
        look();
      }),
    countTo: (email) => letters.filter(({ to }) => to === email).length,
    cut: () => sockets.forEach((socket) => socket.destroy()),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
