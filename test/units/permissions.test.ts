// Rules for permissions that any matrix must satisfy.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { may, PERMISSIONS, SIGNED_OUT, type Action, type Actor, type Subject } from '#contract/permissions.ts';
import { ROLES, type Role } from '#contract/words.ts';
import { canReceive } from '#server/events/change.ts';

const SCHOOLS = ['home', 'other'];
const questions = (Object.keys(PERMISSIONS) as Subject[]).flatMap((subject) =>
  (['read', 'create', 'update', 'delete'] satisfies Action[]).flatMap((action) =>
    [undefined, ...SCHOOLS].map((school) => [action, subject, school] as const),
  ),
);
const allowed = (actor: Actor): string[] =>
  questions.filter((question) => may(actor, ...question)).map((question) => question.join(' '));
/** What the first may do and the second may not. */
const lost = (less: Actor, more: Actor): string[] => {
  const kept = new Set(allowed(more));
  return allowed(less).filter((right) => !kept.has(right));
};

const someRoles = fc.dictionary(fc.constantFrom(...SCHOOLS), fc.constantFrom(...ROLES));
const someActor: fc.Arbitrary<Actor> = fc
  .record({ isSuperAdmin: fc.boolean(), isDbManager: fc.boolean(), roles: someRoles })
  .map((rights) => ({ userId: 'somebody', ...rights, isSuperAdmin: rights.isSuperAdmin || rights.isDbManager }));
/** ROLES begins with the one that may do most. */
const higher = (role: Role): Role => ROLES[Math.max(0, ROLES.indexOf(role) - 1)]!;

test('more roles, a higher role or more rights never take a permission away', () => {
  fc.assert(
    fc.property(someActor, fc.constantFrom(...SCHOOLS), fc.constantFrom(...ROLES), (actor, school, role) => {
      const { roles } = actor;
      const more: Actor[] = [
        { ...actor, isSuperAdmin: true },
        { ...actor, isSuperAdmin: true, isDbManager: true },
        { ...actor, roles: { ...roles, [school]: higher(roles[school] ?? role) } },
      ];
      for (const one of more) expect(lost(actor, one)).toEqual([]);
      expect(lost(SIGNED_OUT, actor)).toEqual([]);
    }),
  );
});

test('a role in one school gives no right in another', () => {
  fc.assert(
    fc.property(someActor, fc.constantFrom(...ROLES), (actor, role) => {
      const inHome = (one: Actor) => allowed(one).filter((right) => right.endsWith(' home'));
      expect(inHome({ ...actor, roles: { ...actor.roles, other: role } })).toEqual(inHome(actor));
    }),
  );
});

test('a super admin hears of what only the history shows them, and of no school’s rounds and ballots', () => {
  const superAdmin = { ...SIGNED_OUT, userId: 'somebody', isSuperAdmin: true };
  const hears = (subject: string) => canReceive(superAdmin, { subject, schoolId: 'home', recordId: 'some' });
  const ofStaff = ['calendarLink', 'webhook', 'studentLink', 'sheet', 'tryOut'];
  expect([...ofStaff, 'webhookDelivery', 'lineUp', 'round', 'keptBallot'].filter(hears)).toEqual(ofStaff);
});
