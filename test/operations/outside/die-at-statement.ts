// Loaded first into a server, which is then killed at statement DIE_AT of its migrations, counted from their lock. On
// PostgreSQL the statement has been sent by then; on the embedded database it hasn't run yet.
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const dieAt = Number(process.env['DIE_AT']);
const LOCK = 'pg_advisory_xact_lock';
let sent = 0;

const isTheLast = (text: string): boolean => {
  if (sent > 0 || text.includes(LOCK)) sent += 1;
  return sent === dieAt;
};
const die = (): void => void process.kill(process.pid, 'SIGKILL');

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...args: unknown[]): unknown {
    if (isTheLast(JSON.stringify(args[0]))) setImmediate(die);
    return query.apply(this, args);
  },
});

const { execProtocolStream } = PGlite.prototype;
const PARSE = 'P'.codePointAt(0);
PGlite.prototype.execProtocolStream = function counted(message, options) {
  if (message[0] === PARSE && isTheLast(Buffer.from(message).toString('latin1'))) die();
  return execProtocolStream.call(this, message, options);
};
