// A process that uses the private PostgreSQL of the data directory in its first argument, as the product does: prints its URL
// and stays until SIGTERM.
import { openPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { CannotStart } from '#server/settings.ts';

const [, , dataDir = '', role = 'server'] = process.argv;
try {
  const isServer = role === 'server';
  const say = (line: string): void => console.log(line);
  const { url, leave } = await openPrivatePostgres({ dataDir, serves: isServer, create: true, connections: 10, say });
  console.log(`URL ${url}`);
  const stay = setInterval(() => {}, 60_000);
  process.once('SIGTERM', () => {
    clearInterval(stay);
    void leave().then(() => process.exit(0));
  });
} catch (error) {
  console.log(error instanceof CannotStart ? `SENTENCE ${error.message}` : error);
  process.exitCode = 1;
}
