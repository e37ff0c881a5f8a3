// Sets TEST_POSTGRES_URL to a new cluster for the tests on PostgreSQL, unless it already names one.
import { startPostgres } from '../../scripts/tools/postgres.ts';
import { dropShared } from '../database.ts';

export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_POSTGRES_URL'] !== undefined) return dropShared;
  const postgres = await startPostgres();
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  return () => postgres.stop();
}
