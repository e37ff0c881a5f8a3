// The minimal server that the product is compared with: node:http and one prepared statement per request, without
// sessions, permissions or checks. Runs in its own process: `node bench/floor.ts URL`.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { verifyPassword } from '#server/sign-in/passwords.ts';

/** What the list of users shows of each. */
const USER = `id, email, name, version, last_sign_in as "lastSignIn",
  (select count(*) from users_schools where user_id = users.id) as "schoolCount"`;
const QUERIES = {
  users: `select ${USER} from users order by email collate "C" limit 50`,
  counted: `select ${USER}, (select count(*) from (select from users limit 1000) as matches) as count
    from users order by email collate "C" limit 50`,
  school: `select u.id, u.name, u.email, s.role from users_schools s join users u on u.id = s.user_id
    where s.school_id = $1 order by u.sort_name, u.id`,
  search: `select ${USER} from users where search like '%' || $1 || '%'
    order by email collate "C" limit 50`,
  role: 'update users_schools set role = $3 where user_id = $1 and school_id = $2 returning role, version',
  // A sign-in also checks the password, with the product's hashing.
  signIn: 'select p.hash from users u join passwords p on p.user_id = u.id where u.email = $1',
};
export type QueryName = keyof typeof QUERIES;

type Row = Record<string, unknown>;
type Run = (name: QueryName, values: string[]) => Promise<Row[]>;

function open(url: string): Run {
  const pool = new Pool({ connectionString: url, max: 10 });
  return async (name, values) => (await pool.query<Row>({ name, text: QUERIES[name], values })).rows;
}

async function answer(run: Run, name: QueryName, values: string[], password: string | null): Promise<unknown> {
  const rows = await run(name, values);
  if (password === null) return rows;
  if (!(await verifyPassword(String(rows[0]?.['hash']), password))) throw new Error('Wrong password.');
  return { signedIn: true };
}

const [url] = process.argv.slice(2);
if (url !== undefined) {
  const run = open(url);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://floor');
    const name = pathname.slice(1) as QueryName;
    answer(run, name, searchParams.getAll('value'), searchParams.get('password')).then(
      (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
