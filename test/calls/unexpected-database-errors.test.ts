// A violated database constraint that the contract doesn't declare is our bug: logged and answered with 500, never as bad input.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startInProcess, type InProcess } from '#test/in-process.ts';
import { addPerson, addSchool, callsAs } from '#test/people.ts';
import { refused } from './refused.ts';

let product: InProcess;
beforeEach(async () => {
  product = await startInProcess();
});
afterEach(() => product.close());

test.each<[rule: string, statements: string[]]>([
  ['a check', [`alter table teams add check (name <> 'bug') not valid`]],
  [
    'a required value',
    [
      `alter table teams add column forgotten text not null default ''`,
      `alter table teams alter column forgotten drop default`,
    ],
  ],
  [
    'a type',
    [
      `create function overflow() returns trigger language plpgsql as
        $$ begin perform new.name::integer; return new; end $$`,
      `create trigger overflow before insert on teams for each row execute function overflow()`,
    ],
  ],
])(
  'a violation of %s that only the database knows is answered with a reference, and the log says why',
  async (_, statements) => {
    const { id: schoolId } = await addSchool(product.database, 'Rules');
    const staff = callsAs(product, await addPerson(product.database, { roles: { [schoolId]: 'primary' } }));
    for (const statement of statements) await sql.raw(statement).execute(product.database.owner);
    const { code, status, message } = await refused(staff.teams.add({ schoolId, id: randomUUID(), name: 'bug' }));
    expect([code, status]).toEqual(['INTERNAL_SERVER_ERROR', 500]);
    expect(message).toMatch(/^Something went wrong on our side\. Reference: [^ ]+$/);
    const reference = message?.split(': ')[1];
    expect(product.logged).toContainEqual(
      expect.objectContaining({ msg: 'A call failed unexpectedly', requestId: reference }),
    );
  },
);
