// The list of users with thousands of them: pages, counts and filters.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_COUNTED } from '#contract/columns.ts';
import { startInProcess, type InProcess } from '../in-process.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess();
});
afterAll(() => product.close());

test('few, many and all of a crowd of users are found in order, page by page', async () => {
  const { owner } = product.database;
  const calls = callsAs(product, await addPerson(product.database, { name: 'Super Admin', superAdmin: true }));
  const { id: alder } = await addSchool(product.database, 'Alder School');
  await sql`alter table users disable trigger user`.execute(owner);
  await sql`insert into users (email, name, last_sign_in)
    select 'crowd' || to_char(n, 'FM0000') || '@example.test', 'Crowd',
      case when n > 5500 then now() - interval '50 days' else now() - interval '500 days' end
    from generate_series(1, 5600) n`.execute(owner);
  await sql`insert into users_schools (user_id, school_id, role)
    select id, ${alder}::uuid, case when email < 'crowd0003' then 'admin' else 'viewer' end from users
    where email like 'crowd%' order by email limit 1500`.execute(owner);
  const emails = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `crowd${String(from + index).padStart(4, '0')}@example.test`);
  for (const [filter, matching] of [
    [{ role: 'admin', schoolId: alder }, emails(1, 2)],
    [{ role: 'viewer', schoolId: alder, lastSignIn: 'over-365' }, emails(3, 1500)],
    // Late ones: the list in order begins with 5,500 others.
    [{ lastSignIn: 'within-90' }, emails(5501, 5600)],
    [{ lastSignIn: 'over-365' }, emails(1, 5500)],
  ] as const) {
    const asked = { search: 'crowd', column: 'email', filter } as const;
    const first = await calls.users.list({ ...asked, count: true });
    expect(first.count, JSON.stringify(filter)).toBe(Math.min(matching.length, MAX_COUNTED));
    const second = first.next ? (await calls.users.list({ ...asked, after: first.next })).rows : [];
    expect([...first.rows, ...second].map(({ email }) => email)).toEqual(matching.slice(0, 100));
  }
});
