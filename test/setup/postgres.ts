// Gives the tests on PostgreSQL a cluster, as TEST_POSTGRES_URL: the one that is named there already, or one of their own.
import { startPostgres } from '../../scripts/tools/postgres.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return undefined;
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  return () => postgres.stop();
}
