// The calls of the admin area about cases and witnesses, and the history.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { adminAreaWorld, server, superAdmin, dbManager, gone, add, caseForm } from './admin-area-world.ts';
import { script } from '../script.ts';

adminAreaWorld();

describe('cases and witnesses', () => {
  test('a full database answers writes with 503 and still serves reads', async () => {
    const { database } = server;
    await script(
      database,
      `
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on cases for each row execute function no_room();`,
    );
    const form = { id: randomUUID(), name: 'No Room', year: 2026, type: 'civil', area: null, isActive: true } as const;
    await expect(superAdmin.cases.add(form)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 });
    expect((await superAdmin.cases.list({ search: 'No Room' })).rows).toEqual([]);
    await script(database, 'drop trigger no_room on cases; drop function no_room()');
    expect(await superAdmin.cases.add(form)).toMatchObject({ name: 'No Room' });
  });

  test('active cases come first in either sort direction', async () => {
    for (const [name, year, isActive] of [
      ['Alpha', 2001, false],
      ['Beta', 2003, true],
      ['Gamma', 2002, true],
    ] as const) {
      await superAdmin.cases.add({ ...caseForm(), id: randomUUID(), name: `Order ${name}`, year, isActive });
    }
    const names = async (sort: 'name' | 'year', descending: boolean) =>
      (await superAdmin.cases.list({ search: 'order', sort, descending })).rows.map(({ name }) => name.slice(6));
    expect(await names('name', false)).toEqual(['Beta', 'Gamma', 'Alpha']);
    expect(await names('name', true)).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('year', false)).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await names('year', true)).toEqual(['Beta', 'Gamma', 'Alpha']);
    const found = async (column: 'year' | 'type' | 'area' | 'isActive', search: string) =>
      (await superAdmin.cases.list({ search, column })).rows.filter(({ name }) => name.startsWith('Order')).length;
    expect(await found('year', '2003')).toBe(1);
    expect(await found('type', 'criminal')).toBe(3);
    expect(await found('area', 'none')).toBe(0);
    expect(await found('isActive', 'inactive')).toBe(1);
    expect(await found('isActive', 'Active')).toBe(2);
  });

  test('an emptied area becomes null', async () => {
    const added = await superAdmin.cases.add(caseForm());
    const updated = await superAdmin.cases.update({ caseId: added.id, version: 1, changed: { area: null } });
    expect(updated.area).toBeNull();
    expect(await superAdmin.cases.details({ caseId: added.id })).toEqual(updated);
  });

  test.each([1979, new Date().getFullYear() + 2, 2020.5])('a case of the year %s is refused', async (year) => {
    await expect(superAdmin.cases.add({ ...caseForm(), year })).rejects.toMatchObject({ status: 400 });
  });

  test('witnesses can be added, changed and deleted, are sorted by name, and are deleted with their case', async () => {
    const { id: caseId } = await superAdmin.cases.add(caseForm());
    const witness = { id: randomUUID(), caseId, name: 'Ábel', side: 'p', type: 'character' } as const;
    await superAdmin.witnesses.add({ ...witness, id: randomUUID(), name: 'Zed' });
    await superAdmin.witnesses.add(witness);
    await superAdmin.witnesses.add(witness);
    const changed = await superAdmin.witnesses.update({
      witnessId: witness.id,
      version: 1,
      changed: { side: 's', type: 'expert' },
    });
    expect(changed).toMatchObject({ side: 's', type: 'expert', version: 2 });
    expect((await superAdmin.witnesses.ofCase({ caseId })).map(({ name }) => name)).toEqual(['Ábel', 'Zed']);
    expect(await superAdmin.cases.deletionImpact({ caseId })).toEqual({ witnesses: 2 });
    const stale = superAdmin.witnesses.update({ witnessId: witness.id, version: 1, changed: { side: 'd' } });
    await expect(stale).rejects.toMatchObject({ code: 'CHANGED_MEANWHILE', data: { by: 'Sofia Grant' } });
    await superAdmin.witnesses.remove({ witnessId: witness.id });
    await expect(superAdmin.cases.remove({ caseId })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await dbManager.cases.remove({ caseId });
    expect(await superAdmin.witnesses.ofCase({ caseId })).toEqual([]);
  });
});

describe('the history', () => {
  test('can’t be rewritten, even by the owner of the database', async () => {
    await add('Written Down');
    for (const statement of ["update changes set label = 'x'", 'delete from changes', 'truncate changes']) {
      await expect(sql.raw(statement).execute(server.database.owner)).rejects.toMatchObject({ code: '42501' });
    }
  });

  test('contains no change that was rolled back', async () => {
    const school = await add('Rolled Back');
    await expect(
      superAdmin.assignments.assign({ userId: gone, schoolId: school.id, role: 'viewer' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rows } = await superAdmin.history.list({ recordId: school.id });
    expect(rows).toHaveLength(1);
  });

  test('names a student’s old and new teams, including deleted ones', async () => {
    const { id: schoolId } = await add('Team Names');
    const [alpha, beta] = [randomUUID(), randomUUID()];
    await superAdmin.teams.add({ schoolId, id: alpha, name: 'Alpha' });
    await superAdmin.teams.add({ schoolId, id: beta, name: 'Beta' });
    const student = { schoolId, id: randomUUID() };
    await superAdmin.students.add({ ...student, name: 'Ana', teamId: alpha });
    await superAdmin.students.update({ ...student, version: 1, changed: { teamId: beta } });
    await superAdmin.teams.update({ schoolId, id: beta, version: 1, changed: { name: 'Beta Prime' } });
    await superAdmin.teams.remove({ schoolId, id: alpha });
    const { rows } = await superAdmin.history.list({ recordId: student.id });
    expect(rows.map(({ before, after }) => [before?.['teamId'], after?.['teamId']])).toEqual([
      ['Alpha', 'Beta Prime'],
      [undefined, 'Alpha'],
    ]);
  });

  test('is listed page by page, newest first, and can be filtered by subject', async () => {
    const school = await add('Versioned');
    for (let version = 1; version <= 55; version += 1) {
      await superAdmin.schools.update({ schoolId: school.id, version, changed: { shortName: `V${version}` } });
    }
    const first = await superAdmin.history.list({ recordId: school.id, subject: 'school' });
    expect(first.rows).toHaveLength(50);
    expect(first.rows[0]?.after).toEqual({ shortName: 'V55' });
    const second = await superAdmin.history.list({ recordId: school.id, before: first.next ?? undefined });
    expect(second.rows).toHaveLength(6);
    expect(second.next).toBeNull();
  });
});
