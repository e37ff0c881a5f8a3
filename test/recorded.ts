// Records the statements sent to a database, message by message.
import type { Database } from '#server/database/database.ts';
import type { Statement } from '#server/database/connections.ts';

export const recorded = (
  database: Database,
  heard: (message: readonly Statement[]) => void,
  waitsLong = (): void => {},
): Database => ({
  ...database,
  acquire: async () => {
    const connection = await database.acquire();
    return {
      send: (statements) => {
        heard(statements);
        return connection.send(statements);
      },
      waitLong: () => {
        waitsLong();
        connection.waitLong();
      },
      giveBack: () => connection.giveBack(),
    };
  },
});
