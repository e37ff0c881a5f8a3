// A database with invented people and schools, made by `npm run seed`, and the records that measurements use.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { AssignmentOfSchool } from '#contract/assignments.ts';
import { DEMO_PASSWORD } from '../scripts/tools/product.ts';

/** Fills the database that the environment names. */
export async function seed(users: string, environment: Record<string, string>): Promise<void> {
  const script = resolve(import.meta.dirname, '../scripts/seed.ts');
  const child = spawn(process.execPath, [script, '--users', users], {
    env: { ...process.env, ...environment, DEMO_PASSWORD },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  if (code !== 0) throw new Error('The database could not be filled.');
}

/** A person's calls. */
export type Caller = { cookie: string; call<T>(name: string, json?: unknown): Promise<T> };

/** `address`: as a proxy that the server trusts names it. */
export async function signIn(url: string, email: string, address = '203.0.113.1'): Promise<Caller> {
  let cookie = '';
  const call = async <T>(name: string, json?: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, cookie };
    const answer = await fetch(`${url}/api/rpc/${name}`, { method: 'POST', headers, body: JSON.stringify({ json }) });
    if (!answer.ok) throw new Error(`${name} answered ${answer.status}: ${await answer.text()}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return ((await answer.json()) as { json: T }).json;
  };
  await call('session/signIn', { email, password: DEMO_PASSWORD });
  return { cookie, call };
}

/** A super admin's cookie, a school, people who sign in, and assignments whose role can change. */
export type World = {
  cookie: string;
  schoolId: string;
  emails: string[];
  primary: string;
  assignments: AssignmentOfSchool[];
};

export async function lookAround(url: string): Promise<World> {
  const { cookie, call } = await signIn(url, 'super@demo.test');
  const schools = await call<{ rows: { id: string }[] }>('schools/list', {});
  const users = await call<{ rows: { email: string }[] }>('users/list', { sort: 'email' });
  const all: AssignmentOfSchool[] = [];
  for (const { id: schoolId } of schools.rows.slice(0, 10)) {
    all.push(...(await call<{ rows: AssignmentOfSchool[] }>('assignments/ofSchool', { schoolId })).rows);
  }
  const emails = users.rows.map(({ email }) => email).filter((email) => email !== 'super@demo.test');
  const schoolId = schools.rows[0]?.id ?? '';
  const primary = all.find(({ role, schoolId: school }) => role === 'primary' && school === schoolId);
  return {
    cookie,
    schoolId,
    emails,
    primary: primary?.user.email ?? '',
    assignments: all.filter(({ role }) => role !== 'primary'),
  };
}
