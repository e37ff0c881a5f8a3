// The embedded database has one connection: while a request holds its wire, all others wait.
import type { PGlite } from '@electric-sql/pglite';
import { encode, Reader, remember, type Sent, type Statement, type Wires } from './wire.ts';

type Received = Awaited<ReturnType<PGlite['execProtocolStream']>>[number];

function read(reader: Reader, received: Received): Error | undefined {
  if ('fields' in received && received.name === 'rowDescription') reader.describe(received.fields as never);
  else if ('fields' in received && received.name === 'dataRow') reader.row(received.fields as (string | null)[]);
  else if ('text' in received && received.name === 'commandComplete') reader.complete(String(received.text));
  else if (received.name === 'emptyQuery') reader.complete('');
  else if (received instanceof Error) return received;
  return undefined;
}

export function embeddedWires(pglite: PGlite): Wires {
  const prepared = new Set<string>();
  const send = async (statements: readonly Statement[]): Promise<Sent> => {
    const reader = new Reader();
    try {
      // The file system syncs at each commit (embedded.ts), so PGlite need not do it again.
      const options = { syncToFs: false, throwOnError: false };
      const received = await pglite._runExclusiveQuery(() =>
        pglite.execProtocolStream(encode(statements, prepared), options),
      );
      for (const message of received) {
        const error = read(reader, message);
        if (error) return { answers: reader.answers, error };
      }
      remember(statements, prepared);
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
