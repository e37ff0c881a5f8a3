// Loaded first into a server, which is then killed at statement DIE_AT of its migrations, counted from their lock. The statement
// has been sent by then.
import { Socket } from 'node:net';

const dieAt = Number(process.env['DIE_AT']);
const LOCK = 'pg_advisory_xact_lock';
let sent = 0;

const isTheLast = (text: string): boolean => {
  if (sent > 0 || text.includes(LOCK)) sent += 1;
  return sent === dieAt;
};
const die = (): void => void process.kill(process.pid, 'SIGKILL');

// A message begins with Close, Parse, Bind or Query, and has one statement or one migration after the lock.
const FIRST_BYTES = new Set(['C', 'P', 'B', 'Q'].map((letter) => letter.codePointAt(0)));
const isStatement = (message: unknown): message is Uint8Array =>
  message instanceof Uint8Array && FIRST_BYTES.has(message[0]);

const write = Socket.prototype.write as (...args: unknown[]) => boolean;
Object.assign(Socket.prototype, {
  write(this: Socket, ...args: unknown[]): boolean {
    const [message] = args;
    if (isStatement(message) && isTheLast(Buffer.from(message).toString('latin1'))) setImmediate(die);
    return write.apply(this, args);
  },
});
