// Loaded into a server before all else: it is killed at the statement number DIE_AT of its migrations, counted from their
// lock on; on PostgreSQL when that statement is on its way, on the embedded database before it runs.
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
