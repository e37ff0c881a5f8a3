// The floor that the product is measured against: node:http and one prepared statement, no session, no permissions, no
// checks. Started as a process of its own: `node bench/floor.ts postgres URL` or `node bench/floor.ts embedded DIRECTORY`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { openEmbedded } from '#server/database/embedded.ts';

export const QUERIES = {
  users: 'select id, email, name, version from users order by email collate "C" limit 50',
  school: `select u.id, u.name, u.email, s.role from users_schools s join users u on u.id = s.user_id
    where s.school_id = $1 order by u.sort_name, u.id`,
};
export type QueryName = keyof typeof QUERIES;

type Run = (name: QueryName, values: string[]) => Promise<unknown[]>;

async function open(kind: string, where: string): Promise<Run> {
  if (kind === 'postgres') {
    const pool = new Pool({ connectionString: where, max: 10 });
    return async (name, values) => (await pool.query({ name, text: QUERIES[name], values })).rows;
  }
  const pglite = await openEmbedded(where);
  return async (name, values) => (await pglite.query(QUERIES[name], values)).rows;
}

const [kind, where] = process.argv.slice(2);
if (kind !== undefined && where !== undefined) {
  const run = await open(kind, where);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
    const name: QueryName = pathname === '/users' ? 'users' : 'school';
    const values = name === 'users' ? [] : [searchParams.get('id') ?? ''];
    run(name, values).then(
      (rows) => response.setHeader('content-type', 'application/json').end(JSON.stringify(rows)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
