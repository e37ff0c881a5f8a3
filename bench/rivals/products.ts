// PostGraphile and Directus, each on its own copy of the seeded database, and the requests that read the same rows.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../scripts/tools/free-port.ts';
import { launch } from '../../scripts/tools/product.ts';
import type { Request } from '../load-client.ts';
import { pick, SEARCHES, type Subject } from '../turns.ts';

export type Read = 'users' | 'school' | 'search';
type Rival = { subject: Subject<Read>; stop: () => Promise<unknown> };
/** `database`: the rival's copy. `server`: the process of PostgreSQL. */
type Place = { database: string; server: number; schoolId: string; directory: string };

const PACKAGES = join(import.meta.dirname, 'node_modules');
const TOKEN = 'token-for-measurements';
// Our index names the order "C", which a database that sorts by "C" anyway doesn't take for its own.
const BY_EMAIL = 'create index on users (email, id)';

/** Runs statements in one of the server's databases. */
async function inDatabase(url: string, name: string, statements: string[]): Promise<string> {
  const address = new URL(url);
  address.pathname = name;
  const client = new Client({ connectionString: address.href });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
  return address.href;
}

/**
 * Copies the seeded database, to which nobody may be connected, for each rival. Directus ignores tables whose primary key has
 * several columns, so the assignments get one of their own in its copy. All three are vacuumed, so that no automatic vacuum
 * takes time from one of the turns.
 */
export async function copies(url: string): Promise<{ postGraphile: string; directus: string }> {
  const copied = async (name: string, changes: string[]): Promise<string> => {
    await inDatabase(url, 'template1', [`create database ${name} template postgres`]);
    return inDatabase(url, name, [...changes, 'vacuum analyze']);
  };
  await inDatabase(url, 'postgres', ['vacuum analyze']);
  const postGraphile = await copied('postgraphile', [BY_EMAIL]);
  const directus = await copied('directus', [
    BY_EMAIL,
    'alter table users_schools drop constraint users_schools_pkey cascade',
    'alter table users_schools add column id uuid primary key default gen_random_uuid(), add unique (user_id, school_id)',
  ]);
  await inDatabase(url, 'postgres', ['checkpoint']);
  return { postGraphile, directus };
}

type Program = { args: string[]; directory: string; settings?: Record<string, string> };

function launchRival({ args: [program = '', ...args], directory, settings }: Program) {
  const file = join(PACKAGES, program);
  if (!existsSync(file)) throw new Error('The rivals are missing. Run: npm ci --prefix bench/rivals');
  const command = [process.execPath, file, ...args];
  return launch({ dataDir: directory, cwd: directory, settings: { NODE_ENV: 'production', ...settings }, command });
}

/** Starts a rival and waits until it answers, even if it is with a refusal. */
async function start(url: string, program: Program) {
  const { child, ended, printed } = launchRival(program);
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    );
  const deadline = Date.now() + 60_000;
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It did not start: ${printed()}`);
    await new Promise((done) => setTimeout(done, 100));
  }
  const stop = (): Promise<unknown> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { pid: child.pid ?? 0, stop };
}

const USER = 'id: rowId email name version lastSignIn usersSchoolsByUserId { totalCount }';
const SEARCH_FILTER = 'filter: { search: { includes: $search } }';
const users = (filter: string): string => `allUsers(first: 50, orderBy: EMAIL_ASC ${filter}) { nodes { ${USER} } }`;
const GRAPHQL: Record<Read, string> = {
  users: `{ ${users('')} }`,
  school: `query ($id: UUID!) {
    allUsersSchools(condition: { schoolId: $id }, orderBy: USER_NAME_ASC) {
      nodes { role userByUserId { id: rowId name email } }
    }
  }`,
  search: `query ($search: String!) { ${users(SEARCH_FILTER)} }`,
};

/** Without sign-in, connected as the superuser that owns the tables, so no row security applies. */
export async function startPostGraphile({ database, server, schoolId, directory }: Place): Promise<Rival> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = join(import.meta.dirname, 'graphile.config.mjs');
  const args = ['.bin/postgraphile', '-C', config, '-n', '127.0.0.1', '-p', `${port}`, '-c', database, '-s', 'public'];
  const { pid, stop } = await start(url, { args, directory });
  const ask = (read: Read, index: number): Request => ({
    path: '/graphql',
    body: JSON.stringify({ query: GRAPHQL[read], variables: { id: schoolId, search: pick(SEARCHES, index) } }),
  });
  return { subject: { url, server: pid, database: server, ask }, stop };
}

const FIELDS = 'id,email,name,version,last_sign_in,count(schools)';

/** With the static token of its administrator, whose reads check no permissions. */
export async function startDirectus({ database, server, schoolId, directory }: Place): Promise<Rival> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    HOST: '127.0.0.1',
    PORT: `${port}`,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database,
    SECRET: 'a secret of thirty-two characters',
    ADMIN_EMAIL: 'reader@example.com',
    ADMIN_PASSWORD: TOKEN,
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    SERVE_APP: 'false',
    // It refuses requests while the machine is busy, which would end the measurement.
    PRESSURE_LIMITER_ENABLED: 'false',
  };
  const run = (task: string): Program => ({ args: ['directus/cli.js', task], directory, settings });
  const bootstrap = launchRival(run('bootstrap'));
  if ((await bootstrap.ended) !== 0) throw new Error(`Directus could not set itself up: ${bootstrap.printed()}`);
  const { pid, stop } = await start(url, run('start'));
  const headers = { authorization: `Bearer ${TOKEN}` };
  const change = async (method: string, path: string, body: unknown): Promise<void> => {
    const sent = { ...headers, 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method, headers: sent, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  // Names the schools of a user, so that they can be counted.
  await change('POST', '/fields/users', { field: 'schools', type: 'alias', meta: { special: ['o2m'] } });
  await change('PATCH', '/relations/users_schools/user_id', { meta: { one_field: 'schools' } });
  const get = (collection: string, query: Record<string, string>): Request => ({
    path: `/items/${collection}?${new URLSearchParams(query)}`,
    headers,
  });
  const page = { fields: FIELDS, sort: 'email', limit: '50' };
  const ask: Record<Read, (index: number) => Request> = {
    users: () => get('users', page),
    school: () =>
      get('users_schools', {
        fields: 'role,user_id.id,user_id.name,user_id.email',
        'filter[school_id][_eq]': schoolId,
        sort: 'user_id.sort_name,user_id.id',
        limit: '-1',
      }),
    search: (index) => get('users', { ...page, 'filter[search][_contains]': pick(SEARCHES, index) }),
  };
  const subject = { url, server: pid, database: server, ask: (read: Read, index: number) => ask[read](index) };
  return { subject, stop };
}
