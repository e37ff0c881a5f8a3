// Two people give access, delete what another one uses, or sign in, at the same moment: one waits for the other, and neither is refused
// because both waited.
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { TRY_OUT } from '#ballot/sheet/try-out.ts';
import type { Calls } from '#contract/index.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { CALLS } from '../permissions/rows.ts';
import { SEASON } from '../permissions/target.ts';
import { untilBlocked } from '../until-blocked.ts';
import { deletableWorld, listed, manager, product, remove, restore, staff, target } from './deletable-world.ts';
import { newAddress, refused } from './refused.ts';
import { dayIn } from './season-book-world.ts';

deletableWorld();

/** What comes of two calls, the second of which begins while the first waits for a lock. */
async function inTurn(lock: RawBuilder<unknown>, first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { both } = await product.database.owner.transaction().execute(async (tx) => {
    await lock.execute(tx);
    const one = refused(first());
    await untilBlocked(product.database);
    const other = refused(second());
    await untilBlocked(product.database, 2);
    return { both: [one, other] };
  });
  return (await Promise.all(both)).map(({ code }) => code);
}

test('a request for access is accepted while another super admin assigns the person', async () => {
  const { requestId: id, schoolId, spareUserId: userId } = target;
  const { accessRequests, assignments } = callsAs(product, manager);
  const assign = () => assignments.assign({ userId, schoolId, role: 'admin' });
  const accept = () => accessRequests.accept({ id, role: 'viewer' });
  const lock = sql`select from schools where id = ${schoolId} for update`;
  expect(await inTurn(lock, assign, accept)).toEqual(['none', 'NOT_FOUND']);
});

test('two super admins invite people to the same schools', async () => {
  const { schoolId } = target;
  const { id: other } = await addSchool(product.database, 'Other');
  const second = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const inviteTo = (by: Calls, ...each: [email: string, schoolId: string][]) =>
    by.invitations.inviteMany({ invitations: each.map(([email, id]) => ({ email, schoolId: id, role: 'viewer' })) });
  const [ann, bob, cid, dee] = Array.from({ length: 4 }, () => `${randomUUID()}@example.test`) as [
    string,
    string,
    string,
    string,
  ];
  await inviteTo(callsAs(product, manager), [ann, other], [bob, schoolId]);
  const both = await inTurn(
    sql`select from invitations where email in (${ann}, ${bob}) for update`,
    () => inviteTo(callsAs(product, manager), [cid, schoolId], [ann, other]),
    () => inviteTo(second, [dee, other], [bob, schoolId]),
  );
  expect(both).toEqual(['none', 'none']);
});

test('somebody is invited again while the school is deleted', async () => {
  const { schoolId } = target;
  const { invitations, schools } = callsAs(product, manager);
  const invite = () => invitations.invite({ email: 'again@example.test', schoolId, role: 'viewer' });
  await invite();
  const lock = sql`select from schools where id = ${schoolId} for update`;
  expect(await inTurn(lock, () => schools.remove({ schoolId }), invite)).toEqual(['none', 'NOT_FOUND']);
});

test('a line-up is saved while its witness is deleted', async () => {
  const { schoolId, tournamentId, roundId, studentId, witnessId } = target;
  const { rounds } = callsAs(product, staff);
  const { witnesses } = callsAs(product, manager);
  const facts = { number: 7, side: 'p', opponent: '', outcome: 'played', caseId: null, teamId: target.teamId } as const;
  const { id, version } = await rounds.add({ schoolId, tournamentId, id: randomUUID(), ...facts });
  const parts = [{ part: 'witness1' as const, studentId, witnessId }];
  const saved = await rounds.setLineUp({ schoolId, roundId: id, version, parts });
  const save = () => rounds.setLineUp({ schoolId, roundId: id, version: saved.version, parts });
  // Its deletion comes to this round first.
  const lock = sql`select from round_parts where round_id = ${roundId} for update`;
  expect(await inTurn(lock, () => witnesses.remove({ witnessId }), save)).toEqual(['none', 'NOT_FOUND']);
  const lineUps = await rounds.lineUps({ schoolId, season: SEASON });
  expect(lineUps.rows.find((each) => each.roundId === id)?.parts).toEqual([{ ...parts[0], witnessId: null }]);
});

test('a ballot is corrected while the account of the person who kept it is deleted', async () => {
  const { schoolId, roundId, ballotId: id } = target;
  const { keptBallots } = callsAs(product, staff);
  const { version } = (await keptBallots.ofRound({ schoolId, roundId })).find((ballot) => ballot.id === id)!;
  const correction = { scores: [{ field: 'pOpen', score: 3 }], reason: 'Misread' };
  const lock = sql`select from ballot_scores where ballot_id = ${id} for update`;
  const correct = () => keptBallots.correct({ schoolId, id, version, ...correction });
  expect(await inTurn(lock, correct, () => remove('user'))).toEqual(['none', 'none']);
});

describe('candidates are added to a try-out', () => {
  const tryOutId = randomUUID();
  const add = (names: string[]) =>
    callsAs(product, staff).tryOuts.addCandidates({ schoolId: target.schoolId, tryOutId, names });
  beforeEach(() => {
    const tryOut = { schoolId: target.schoolId, name: 'Fall', sheet: TRY_OUT, deleteAfter: dayIn(30) };
    return callsAs(product, staff).tryOuts.create({ id: tryOutId, ...tryOut });
  });

  test('by two people, in another order', async () => {
    const lock = sql`insert into try_out_candidates (school_id, try_out_id, name) values (${target.schoolId}, ${tryOutId}, 'Mia')`;
    const both = inTurn(
      lock,
      () => add(['Ann', 'Mia', 'Zoe']),
      () => add(['Zoe', 'Mia', 'Ann']),
    );
    expect(await both).toEqual(['none', 'none']);
  });

  test('while it is deleted, which isn’t called its end', async () => {
    const lock = sql`delete from try_outs where id = ${tryOutId}`;
    expect(
      await inTurn(
        lock,
        () => add(['Ann']),
        () => add(['Zoe']),
      ),
    ).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });
});

test('a user and a school are deleted at once', async () => {
  const { schoolId, userId } = target;
  const [{ schools }, { users }] = [callsAs(product, manager), callsAs(product, manager)];
  const lock = sql`select from users where id = ${userId} for update`;
  const deleteUser = () => users.remove({ userId });
  expect(await inTurn(lock, deleteUser, () => schools.remove({ schoolId }))).toEqual(['none', 'none']);
});

test('a user is deleted while a student whose ballot they kept is deleted', async () => {
  const lock = sql`select from ballot_scores where ballot_id = ${target.ballotId} for update`;
  expect(
    await inTurn(
      lock,
      () => remove('student', staff),
      () => remove('user'),
    ),
  ).toEqual(['none', 'none']);
});

test('a tournament and a user are restored while the case and a school that they refer to are deleted', async () => {
  const { schoolId, caseId, tournamentId, userId } = target;
  const { owner } = product.database;
  const { schools, cases } = callsAs(product, manager);
  await remove('user');
  await remove('tournament', staff);
  const other = { schoolId, caseId, id: randomUUID(), name: 'Other', season: SEASON };
  await owner.insertInto('tournaments').values(other).execute();
  const lock = sql`select from tournaments where id = ${other.id} for update`;
  const restoreTournament = () => restore('tournament', staff);
  expect(await inTurn(lock, () => cases.remove({ caseId }), restoreTournament)).toEqual(['none', 'none']);
  const restored = owner.selectFrom('tournaments').select('caseId').where('id', '=', tournamentId);
  expect(await restored.execute()).toEqual([{ caseId: null }]);
  const restoreUser = () => restore('user');
  expect(await inTurn(lock, () => schools.remove({ schoolId }), restoreUser)).toEqual(['none', 'NEEDS_ANOTHER']);
  expect(await listed('user')).toMatchObject([{ id: userId }]);
});

test('a user is restored while a student is anonymized whose name is in a reason of theirs', async () => {
  const { schoolId, studentId: id, roundId, ballotId, userId } = target;
  const { owner } = product.database;
  const { name } = await owner.selectFrom('students').select('name').where('id', '=', id).executeTakeFirstOrThrow();
  await owner.updateTable('students').set({ userId: null }).where('id', '=', id).execute();
  await owner.updateTable('scoreCorrections').set({ reason: name }).where('ballotId', '=', ballotId).execute();
  const other = { id: randomUUID(), schoolId, roundId, number: 9, source: 'typed', keptBy: userId } as const;
  await owner.insertInto('keptBallots').values(other).execute();
  await remove('user');
  const lock = sql`select from kept_ballots where id = ${other.id} for update`;
  const anonymize = () => callsAs(product, staff).students.anonymize({ schoolId, id });
  expect(await inTurn(lock, () => restore('user'), anonymize)).toEqual(['none', 'none']);
});

test.each([
  ['deleted', 'with'],
  ['restored', 'with'],
  ['deleted', 'without'],
  ['restored', 'without'],
] as const)('a case is %s while a team with a saved line-up is deleted, %s a season book', async (what, book) => {
  const { owner } = product.database;
  for (const table of book === 'with' ? [] : (['keptBallots', 'seasonImports', 'seasonBooks'] as const))
    await owner.deleteFrom(table).where('schoolId', '=', target.schoolId).execute();
  if (what === 'restored') await remove('case');
  const lock = sql`select from round_parts where round_id = ${target.roundId} for update`;
  const change = () => (what === 'deleted' ? remove('case') : restore('case'));
  expect(await inTurn(lock, change, () => remove('team', staff))).toEqual(['none', 'none']);
});

test.each(['colleagueRequests.accept', 'tryOuts.addToRoster'] as const)(
  '%s waits while the school is deleted',
  async (call) => {
    const lock = sql`select from teams where id = ${target.teamId} for update`;
    const person = await addPerson(product.database, { superAdmin: true, roles: { [target.schoolId]: 'primary' } });
    const accept = () => CALLS[call]!(callsAs(product, person), target);
    expect(await inTurn(lock, () => remove('school'), accept)).toEqual(['none', 'NOT_FOUND']);
  },
);

test('a sign-in is counted while the count of a refused one is taken back', async () => {
  const { email } = await addPerson(product.database);
  const address = newAddress();
  const signIn = () => product.browser({ address }).calls.session.signIn({ email, password: 'wrong' });
  await refused(signIn());
  const { counting } = await product.database.owner.transaction().execute(async (tx) => {
    // As a refusal takes its counts back.
    const uncount = (key: string) => sql`update sign_in_failures set failures = 0 where key = ${key}`.execute(tx);
    await uncount(`address ${address}`);
    const counted = refused(signIn());
    await untilBlocked(product.database);
    await uncount(`pair ${email} ${address}`);
    return { counting: counted };
  });
  expect(await counting).toMatchObject({ status: 401 });
});
