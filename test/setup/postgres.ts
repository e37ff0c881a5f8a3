// Sets TEST_POSTGRES_URL to a new cluster for the tests on PostgreSQL, unless it already names one.
import { startPostgres } from '../../scripts/tools/postgres.ts';

export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return undefined;
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  return () => postgres.stop();
}
