// Who asks to join the school, and whom Kim asks for: requests that support decides.
import fc from 'fast-check';
import { expect } from 'vitest';
import { addSession, callsAs } from '#test/people.ts';
import { refused } from '../refused.ts';
import { comesToSchool, isInvited, NEWCOMERS } from './joining.ts';
import { commandOf, pick } from './step.ts';
import { canOwn, canSupport, isNedAsking, othersOf, studentsOf, type Truth } from './truth.ts';
import { callsBy, type World } from './world.ts';

const nat = fc.nat(99);
const role = fc.constantFrom('primary', 'admin', 'viewer');

const callsOfNed = async ({ product, database, nedId }: World) =>
  callsAs(product, { token: await addSession(database, nedId) });
/** The only request to join the school, which others ask too. */
async function requestNow(world: World, truth: Truth, who: 'Kim' | 'Sue') {
  const requests = await callsBy(world, truth, who).accessRequests.toDecide();
  return requests.find(({ schoolId }) => schoolId === world.schoolId)!;
}

export const askToJoin = commandOf({
  picks: fc.record({ student: nat }),
  when: (truth) =>
    truth.ned.deletedAt === null &&
    truth.ned.note === null &&
    truth.others.get(truth.ned.email) === null &&
    truth.students.size > 0,
  does: async ({ world, truth, say }, picks) => {
    const { name } = pick(studentsOf(truth), picks.student);
    say(`Ned, who coaches ${name}, asks to join the school`);
    const note = `I coach ${name}.`;
    const asking = (await callsOfNed(world)).accessRequests.ask({ schoolId: world.schoolId, note });
    // A person asks at most ten times a day.
    if ((await refused(asking)).code === 'TOO_OFTEN') return;
    Object.assign(truth.ned, { note, isConfirmed: false });
  },
});

export const withdrawRequest = commandOf({
  picks: fc.constant(null),
  when: isNedAsking,
  does: async ({ world, truth, say }) => {
    say('Ned withdraws his request');
    const { accessRequests } = await callsOfNed(world);
    const [own] = await accessRequests.mine();
    await accessRequests.withdraw({ id: own!.id });
    truth.ned.note = null;
    expect(await accessRequests.mine()).toEqual([]);
  },
});

export const confirmRequest = commandOf({
  picks: fc.constant(null),
  when: (truth) => canOwn(truth) && isNedAsking(truth),
  does: async ({ world, truth, say }) => {
    say('Kim confirms that she knows Ned');
    const { id } = await requestNow(world, truth, 'Kim');
    await callsBy(world, truth, 'Kim').accessRequests.confirm({ schoolId: world.schoolId, id });
    truth.ned.isConfirmed = true;
  },
});

export const declineRequest = commandOf({
  picks: fc.record({ by: fc.constantFrom('Kim', 'Sue') }),
  when: (truth, { by }) => isNedAsking(truth) && (by === 'Kim' ? canOwn(truth) : canSupport(truth)),
  does: async ({ world, truth, say }, { by }) => {
    say(`${by} declines Ned’s request`);
    const { id } = await requestNow(world, truth, by);
    await callsBy(world, truth, by).accessRequests.decline({ schoolId: world.schoolId, id });
    truth.ned.note = null;
  },
});

export const acceptRequest = commandOf({
  picks: fc.record({ role }),
  when: (truth) => canSupport(truth) && isNedAsking(truth),
  recorded: ['create assignment'],
  does: async ({ world, truth, say }, { role: given }) => {
    say(`Sue makes Ned, who asked, ${given}`);
    const { id } = await requestNow(world, truth, 'Sue');
    await callsBy(world, truth, 'Sue').accessRequests.accept({ id, role: given });
    comesToSchool(truth, truth.ned.email, given);
  },
});

export const askForColleague = commandOf({
  picks: fc.record({ whom: nat, role }),
  when: canOwn,
  does: async ({ world, truth, say }, picks) => {
    const email = pick([truth.ned.email, ...NEWCOMERS], picks.whom);
    say(`Kim asks support to add ${email} as ${picks.role}`);
    const asking = callsBy(world, truth, 'Kim').colleagueRequests.ask({
      schoolId: world.schoolId,
      email,
      role: picks.role,
    });
    const isHere = new Map(othersOf(truth)).get(email) ?? null;
    expect((await refused(asking)).code).toBe(isHere === null ? 'none' : 'ALREADY_HERE');
    // Asked again, the first request stays.
    if (isHere === null && !truth.colleagues.has(email)) truth.colleagues.set(email, picks.role);
  },
});

async function colleagueRequest(world: World, truth: Truth, { by, whom }: { by: 'Kim' | 'Sue'; whom: number }) {
  const [email, asked] = pick([...truth.colleagues], whom);
  const { colleagueRequests } = callsBy(world, truth, by);
  const { id } = (await colleagueRequests.open()).find((request) => request.email === email)!;
  return { email, asked, id, colleagueRequests };
}

export const removeColleagueRequest = commandOf({
  picks: fc.record({ by: fc.constantFrom('Kim', 'Sue'), whom: nat }),
  when: (truth, { by }) => truth.colleagues.size > 0 && (by === 'Kim' ? canOwn(truth) : canSupport(truth)),
  does: async ({ world, truth, say }, picks) => {
    const { email, id, colleagueRequests } = await colleagueRequest(world, truth, picks);
    say(`${picks.by} ${picks.by === 'Kim' ? 'withdraws' : 'declines'} the request to add ${email}`);
    await colleagueRequests.remove({ schoolId: world.schoolId, id });
    truth.colleagues.delete(email);
  },
});

export const acceptColleague = commandOf({
  picks: fc.record({ whom: nat }),
  // While Ned is deleted, an invitation would make a second account with his address.
  when: (truth) =>
    canSupport(truth) &&
    truth.colleagues.size > 0 &&
    (truth.ned.deletedAt === null || !truth.colleagues.has(truth.ned.email)),
  recorded: ['create assignment', 'delete invitation', 'create invitation'],
  does: async ({ world, truth, say }, { whom }) => {
    const { email, asked, id, colleagueRequests } = await colleagueRequest(world, truth, { by: 'Sue', whom });
    say(`Sue adds ${email}, whom Kim asked for`);
    const link = await colleagueRequests.accept({ id });
    truth.colleagues.delete(email);
    const hasAccount = othersOf(truth).some(([other]) => other === email);
    expect(link === null, 'people with an account are assigned, others invited').toBe(hasAccount);
    if (link === null) comesToSchool(truth, email, asked);
    else isInvited(truth, { token: link.token, email, role: asked });
  },
});
