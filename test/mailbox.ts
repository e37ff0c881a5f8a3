// A mail server for tests: it accepts every letter and keeps it.
import { createServer, type AddressInfo, type Socket } from 'node:net';

export type Mailbox = {
  url: string;
  /** The first letter to this address, as soon as it has arrived. */
  emailTo(email: string): Promise<string>;
  countTo(email: string): number;
  close(): Promise<void>;
};

/** Undoes the line breaks and escapes of quoted-printable text. */
const decoded = (text: string): string => {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

export async function startMailbox(): Promise<Mailbox> {
  const letters: { to: string; text: string }[] = [];
  const waiting = new Set<() => void>();

  const serve = (socket: Socket): void => {
    let unread = '';
    let to = '';
    let isLetter = false;
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const answer = (command: string): void => {
      const recipient = /^RCPT TO:<([^>]*)>/i.exec(command)?.[1];
      if (recipient !== undefined) to = recipient;
      isLetter = /^DATA/i.test(command);
      if (isLetter) reply('354 Go on');
      else if (/^QUIT/i.test(command)) socket.end('221 Bye\r\n');
      else reply('250 OK');
    };
    socket.on('error', () => {});
    socket.on('data', (data) => {
      unread += data.toString('latin1');
      for (;;) {
        const end = isLetter ? '\r\n.\r\n' : '\r\n';
        const at = unread.indexOf(end);
        if (at === -1) return;
        const part = unread.slice(0, at);
        unread = unread.slice(at + end.length);
        if (isLetter) {
          letters.push({ to, text: decoded(part) });
          isLetter = false;
          reply('250 Accepted');
          for (const look of waiting) look();
        } else answer(part);
      }
    });
    reply('220 Mailbox');
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const find = (email: string) => letters.find(({ to }) => to === email)?.text;
  return {
    url: `smtp://127.0.0.1:${port}`,
    emailTo: (email) =>
      new Promise((resolve) => {
        const look = () => {
          const letter = find(email);
          if (letter === undefined) return;
          waiting.delete(look);
          resolve(letter);
        };
        waiting.add(look);
        look();
      }),
    countTo: (email) => letters.filter(({ to }) => to === email).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
