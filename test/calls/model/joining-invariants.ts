// What people read about who belongs to the school, who asks to, and who is invited.
import { expect } from 'vitest';
import { isOpen } from './links.ts';
import { canSupport, isNedAsking, othersOf, PEOPLE, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

const sorted = (entries: readonly (readonly unknown[])[]): string[] => entries.map(String).toSorted();

/** Everybody has the role that somebody gave them, and nobody asks who is there. Triggers end_access_request, end_colleague_request. */
export async function peopleAreTrue(world: World, truth: Truth): Promise<void> {
  const { schoolId } = world;
  const { assignments, accessRequests, colleagueRequests } = await world.observer(truth);
  const people = (await assignments.inSchool({ schoolId })).filter(({ user }) => user.name !== 'Olive');
  const accounts = PEOPLE.map((who) => [truth.accounts[who].email, truth.accounts[who].role] as const);
  expect(sorted(people.map(({ user, role }) => [user.email, role])), 'people').toEqual(
    sorted([...accounts, ...othersOf(truth)].filter(([, role]) => role !== null)),
  );
  const asked = await accessRequests.toDecide();
  const { note, isConfirmed } = truth.ned;
  expect(asked.map((request) => [request.note, request.confirmedBy !== null])).toEqual(
    isNedAsking(truth) ? [[note, isConfirmed]] : [],
  );
  const colleagues = (await colleagueRequests.open()).map(({ email, role }) => [email, role]);
  expect(sorted(colleagues), 'requests for colleagues').toEqual(sorted([...truth.colleagues]));
}

/** Support sees the invitations that work. Table invitations, which has one of a person and a school. */
export async function invitationsAreTrue(world: World, truth: Truth): Promise<void> {
  if (!canSupport(truth)) return;
  const { invitations } = callsBy(world, truth, 'Sue');
  const found = await invitations.ofSchool({ schoolId: world.schoolId });
  const open = truth.invitations.filter((each) => isOpen(truth, each));
  expect(sorted(found.map(({ email, role }) => [email, role])), 'invitations').toEqual(
    sorted(open.map(({ email, role }) => [email, role])),
  );
}
