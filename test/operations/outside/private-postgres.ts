// A process that uses the private PostgreSQL of the data directory in its first argument, as the product does: prints its URL
// and stays until SIGTERM.
import { once } from 'node:events';
import { openPrivatePostgres } from '#server/private-postgres/private-postgres.ts';
import { CannotStart } from '#server/settings.ts';

const [, , dataDir = '', role = 'server'] = process.argv;
try {
  const isServer = role === 'server';
  const say = (line: string): void => console.log(line);
  // Before the URL is printed, because whoever reads it may stop this process at once.
  const stopped = once(process, 'SIGTERM');
  const { url, leave } = await openPrivatePostgres({ dataDir, serves: isServer, create: true, connections: 10, say });
  console.log(`URL ${url}`);
  const stay = setInterval(() => {}, 60_000);
  await stopped;
  clearInterval(stay);
  await leave();
  process.exit(0);
} catch (error) {
  console.log(error instanceof CannotStart ? `SENTENCE ${error.message}` : error);
  process.exitCode = 1;
}
