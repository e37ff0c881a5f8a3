// Many records changed at once: each is written or refused on its own, and an undo reverts what nobody has changed since.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Calls } from '#contract/index.ts';
import { MAX_CHANGES } from '#contract/list-files.ts';
import { addPerson, addSchool, callsAs } from '../people.ts';
import { bulkWorld, product, platform, school, staff, schoolId, fileOf, short, proposed } from './bulk-world.ts';

bulkWorld();

test('a bad row is refused with a reason, and the other rows are written', async () => {
  const add = (name: string, more = {}) => ({ id: randomUUID(), add: { name, teamId: null, ...more } });
  const [first, second] = [add('First'), add('Second')];
  const changes = [first, add('School One'), add('No Team', { teamId: randomUUID() }), second];
  await staff.students.add({ schoolId, id: randomUUID(), name: 'School One', teamId: null });
  const outcomes = await staff.students.changeMany({ schoolId, changes });
  expect(outcomes).toEqual([
    { version: 1, refused: null },
    { version: null, refused: 'This school already has a student with this name.' },
    { version: null, refused: 'This no longer exists, or you don’t have permission to see it.' },
    { version: 1, refused: null },
  ]);
  // Sent again after a lost answer, they are not added twice.
  expect(await staff.students.changeMany({ schoolId, changes })).toEqual(outcomes);
});

test('an undo reverts what nobody has changed since, and names who changed the rest', async () => {
  const { id: team } = await staff.teams.add({ schoolId, id: randomUUID(), name: 'Used' });
  const added = Array.from({ length: 3 }, (_, index) => ({ id: randomUUID(), add: { name: `Team ${index}` } }));
  await staff.teams.changeMany({
    schoolId,
    changes: [...added, { id: team, version: 1, changed: { name: 'Renamed' } }],
  });
  const [used, edited, untouched] = added.map(({ id }) => id) as [string, string, string];
  await staff.students.add({ schoolId, id: randomUUID(), name: 'Mem Ber', teamId: used });
  await staff.teams.update({ schoolId, id: edited, version: 1, changed: { name: 'Edited' } });
  const changes = [
    ...[used, edited, untouched].map((id) => ({ id, version: 1, remove: true as const })),
    { id: team, version: 2, changed: { name: 'Used' } },
  ];
  const outcomes = await staff.teams.changeMany({ schoolId, changes });
  // Sent again after a lost answer, the undo has the same outcome.
  expect(await staff.teams.changeMany({ schoolId, changes })).toEqual(outcomes);
  expect(outcomes).toEqual([
    { version: null, refused: 'Other records belong to it now.' },
    { version: null, refused: 'Ada Min has changed this since.' },
    { version: null, refused: null },
    { version: 3, refused: null },
  ]);
  expect((await staff.teams.inSchool({ schoolId })).map(({ name }) => name).toSorted()).toEqual(
    ['Edited', 'Team 0', 'Used', school.teamName].toSorted(),
  );
});

test('a super admin who isn’t a database manager can add schools but can’t delete them again', async () => {
  const calls = callsAs(product, await addPerson(product.database, { superAdmin: true }));
  const id = randomUUID();
  const change = { id, add: { name: 'New', shortName: 'N', isPremium: false } };
  expect(await calls.schools.changeMany({ changes: [change] })).toEqual([{ version: 1, refused: null }]);
  const undo = await calls.schools.changeMany({ changes: [{ id, version: 1, remove: true }] });
  expect(undo).toEqual([{ version: null, refused: 'You don’t have permission to do that.' }]);
});

test('changes in one school never reach a record of another', async () => {
  const other = await addSchool(product.database, `Other ${randomUUID()}`);
  const [id, version] = [other.teamId, 1];
  const changes = [
    { id, version, changed: { name: 'Taken' } },
    { id, version, remove: true as const },
  ];
  await staff.teams.changeMany({ schoolId, changes });
  expect(await platform.teams.inSchool({ schoolId: other.id })).toEqual([
    expect.objectContaining({ id, name: other.teamName }),
  ]);
  expect(
    await staff.teams.changeMany({ schoolId: other.id, changes }).catch(({ code }: { code: string }) => code),
  ).toBe('FORBIDDEN');
});

test('many people are assigned, change roles and are unassigned, each on their own', async () => {
  const people = await Promise.all([1, 2].map(() => addPerson(product.database)));
  const [one, two] = people.map(({ userId }) => ({ userId, schoolId })) as [Ends, Ends];
  await platform.assignments.assign({ ...two, role: 'primary' });
  const change = (...changes: Parameters<Calls['assignments']['changeMany']>[0]['changes']) =>
    platform.assignments.changeMany({ changes });
  expect(await change({ ...one, add: { role: 'viewer' } }, { ...two, add: { role: 'viewer' } })).toEqual([
    { version: 1, refused: null },
    { version: null, refused: 'This user is already assigned to this school in another role.' },
  ]);
  expect(
    await change({ ...two, version: 1, changed: { role: 'viewer' } }, { ...one, version: 1, remove: true }),
  ).toEqual([
    { version: 2, refused: null },
    { version: null, refused: null },
  ]);
});
type Ends = { userId: string; schoolId: string };

test('1,000 rows are previewed and written in under five seconds of processor time, each in the history', async () => {
  const rows = Array.from({ length: 1000 }, (_, index) => [`School ${randomUUID()} ${index}`, `S${index}`, 'no']);
  const from = process.cpuUsage();
  const preview = await platform.schools.previewImport({ file: fileOf(['name', 'short name', 'premium'], ...rows) });
  const changes = proposed(preview);
  for (let sent = 0; sent < changes.length; sent += MAX_CHANGES)
    await platform.schools.changeMany({ changes: changes.slice(sent, sent + MAX_CHANGES) });
  const { user, system } = process.cpuUsage(from);
  expect((user + system) / 1_000_000).toBeLessThan(5);
  const first = changes[0]?.id ?? '';
  expect((await platform.history.list({ recordId: first })).rows).toMatchObject([
    { action: 'create', by: { name: 'Sue Per' } },
  ]);
});

test('what was exported imports as the same rows', async () => {
  const { id: teamId } = await staff.teams.add({ schoolId, id: randomUUID(), name: '=SUM(A1), "quoted"' });
  await staff.students.add({ schoolId, id: randomUUID(), name: '-Dash; Ed', teamId });
  const students = await staff.students.inSchool({ schoolId });
  const names = new Map((await staff.teams.inSchool({ schoolId })).map(({ id, name }) => [id, name]));
  const rows = students.map(({ id, name, teamId: of }) => [id, name, names.get(of ?? '') ?? '', 'no']);
  const preview = await staff.students.previewImport({
    schoolId,
    file: fileOf(['id', 'name', 'team', 'archived'], ...rows),
  });
  expect(short(preview)).toEqual(students.map(() => 'same'));
});
