// The embedded database has one connection: while a request holds its wire, all others wait.
import type { PGlite } from '@electric-sql/pglite';
import { encodeStatement, Reader, SYNC, type Prepared, type Sent, type Statement, type Wires } from './wire.ts';

type Received = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

function read(reader: Reader, received: Received): void {
  if ('fields' in received && received.name === 'rowDescription') reader.describe(received.fields as never);
  else if ('fields' in received && received.name === 'dataRow') reader.row(received.fields as (string | null)[]);
  else if ('text' in received && received.name === 'commandComplete') reader.complete(String(received.text));
  else if (received.name === 'emptyQuery') reader.complete('');
}

export function embeddedWires(pglite: PGlite): Wires {
  const prepared: Prepared = new Map();
  // The file system syncs at each commit (embedded.ts), so PGlite need not do it again.
  const options = { syncToFs: false };
  /** Sends each statement by itself: PGlite never returns when the database panics with bytes left to read. */
  const exchange = async (statements: readonly Statement[], reader: Reader): Promise<void> => {
    try {
      for (const statement of statements) {
        for (const message of await pglite.execProtocolStream(encodeStatement(statement, prepared), options)) {
          read(reader, message);
        }
      }
    } finally {
      await pglite.execProtocolStream(SYNC, options);
    }
  };
  const send = async (statements: readonly Statement[]): Promise<Sent> => {
    const reader = new Reader(statements, prepared);
    try {
      await pglite._runExclusiveQuery(() => exchange(statements, reader));
      reader.remember();
      return { answers: reader.answers };
    } catch (error) {
      return { answers: reader.answers, error: error as Error };
    }
  };
  return {
    acquire: () =>
      new Promise((resolve, reject) => {
        pglite
          ._runExclusiveTransaction(() => new Promise<void>((done) => resolve({ send, release: () => done() })))
          .catch(reject);
      }),
  };
}
