// The school and role of a file's users. People with an account are assigned, and others are invited: they choose their own
// name and password, so no file has one.
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { email as emailSchema } from '#contract/fields.ts';
import { ROLE_LABELS, ROLES, type Role } from '#contract/words.ts';
import { keysOf, type Tx } from '../database/database.ts';
import type { PreviewRow } from './preview.ts';
import type { FileRow } from './read-rows.ts';

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z]/g, '');
const roleIn = (text: string): Role | undefined =>
  text === '' ? 'viewer' : ROLES.find((role) => [role, ROLE_LABELS[role]].some((word) => plain(word) === plain(text)));

async function schoolsNamed(tx: Tx, texts: readonly string[]) {
  const keys = await keysOf(tx, [...new Set(texts)]);
  const all = [...keys.values()];
  const { rows: found } = await sql<{ id: string; name: string; sortName: string; sortShortName: string }>`
    select id, name, sort_name, sort_short_name from schools_for_super_admins
    where sort_name = any(${all}::text[]) or sort_short_name = any(${all}::text[])`.execute(tx);
  const [exact, short] = (['sortName', 'sortShortName'] as const).map((field) =>
    Map.groupBy(found, (one): string | undefined => one[field]),
  );
  return (text: string) => {
    const key = keys.get(text);
    return exact?.get(key) ?? short?.get(key) ?? [];
  };
}

/** For each row of a file of users, whom it assigns or invites besides. `userId`: the user whom the row is about, if there is one. */
export async function membership(tx: Tx, rows: readonly FileRow[]) {
  const matching = await schoolsNamed(
    tx,
    rows.map(({ cell }) => cell('school')).filter((text) => text !== ''),
  );
  const emails = rows.map(({ key }) => key);
  const assigned = await tx
    .selectFrom('usersSchools')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'schoolId', 'role', 'usersSchools.version'])
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  const byEnds = new Map(assigned.map((one) => [`${one.userId} ${one.schoolId}`, one]));
  return ({ line, cell }: FileRow, userId: string | undefined): PreviewRow[] => {
    const label = cell('name') || cell('email');
    const base = { line, label, message: null, differences: [], change: null, was: {} };
    const refused = (message: string): PreviewRow[] => [{ ...base, state: 'refused', message }];
    if (cell('school') === '')
      return userId
        ? []
        : refused('Nobody has an account with this address. Name a school to invite the person there.');
    const [school, another] = matching(cell('school'));
    if (!school) return refused(`There is no school “${cell('school')}”.`);
    if (another) return refused(`Several schools are named “${cell('school')}”.`);
    const role = roleIn(cell('role'));
    if (role === undefined)
      return refused(`The role is “${cell('role')}”. It must be one of these: ${ROLES.join(', ')}.`);
    const schoolId = school.id;
    const difference = (before: Role | null) => [
      { column: school.name, before: before && ROLE_LABELS[before], after: ROLE_LABELS[role] },
    ];
    if (!userId) {
      const email = z.safeParse(emailSchema, cell('email'));
      if (!email.success) return refused('Please enter an email address.');
      const change = { email: email.data, schoolId, role };
      return [{ ...base, state: 'new', message: 'Will be invited.', differences: difference(null), change }];
    }
    const ends = { userId, schoolId };
    const own = byEnds.get(`${userId} ${schoolId}`);
    if (!own) return [{ ...base, state: 'new', differences: difference(null), change: { ...ends, add: { role } } }];
    // A file without roles doesn't change anybody's role.
    if (own.role === role || cell('role') === '') return [];
    const change = { ...ends, version: own.version, changed: { role } };
    return [{ ...base, state: 'changed', differences: difference(own.role), change, was: { role: own.role } }];
  };
}
