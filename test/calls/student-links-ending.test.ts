// What ends links to students' cards: a person, the last day, the switch, and the end of the student, the season book, or the school.
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { cleanUp } from '#server/cleanup.ts';
import { addPerson, callsAs } from '../people.ts';
import { refused } from './refused.ts';
import { as, dayIn, product, school, schoolId } from './season-book-world.ts';
import { ENDED, expectEnded, historyOf, make, open, share, studentLinksWorld } from './student-links-world.ts';

studentLinksWorld();

test('a link can be ended without ending others, and the history says who made it and who ended it', async () => {
  const { token: second } = await make('7');
  const [newest] = await as.admin.studentLinks.inSchool({ schoolId });
  await as.primary.studentLinks.end({ schoolId, id: newest!.id });
  expect(await refused(open(second))).toEqual(ENDED);
  expect((await open()).name).toBe('Ann Abara');
  expect(await refused(as.primary.studentLinks.end({ schoolId, id: newest!.id }))).toMatchObject({ code: 'NOT_FOUND' });
  expect((await historyOf()).map(([, action, label]) => [action, label])).toEqual([
    ['delete', 'Ann Abara'],
    ['create', 'Ann Abara'],
    ['create', 'Ann Abara'],
  ]);
});

test('turning links off ends all of them, and turning them on again restores none', async () => {
  await share(false);
  await expectEnded();
  await share(true);
  await expectEnded();
  expect((await historyOf())[0]?.[1]).toBe('delete');
});

test('links that are made while they are being turned off end, too', async () => {
  const outcomes = await Promise.all([share(false), ...Array.from({ length: 5 }, () => make().catch(() => null))]);
  for (const made of outcomes.slice(1)) {
    if (made && 'token' in made) expect(await refused(open(made.token))).toEqual(ENDED);
  }
  await expectEnded();
});

test('after its last day a link has ended, and the cleanup job deletes it', async () => {
  await product.database.owner
    .updateTable('studentLinks')
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .execute();
  await expectEnded();
  await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
  expect(await product.database.owner.selectFrom('studentLinks').selectAll().execute()).toEqual([]);
});

test('a deleted student’s link has ended, also if the student is restored, and the history forgets the name', async () => {
  await as.admin.students.remove({ schoolId, id: school.studentId });
  await expectEnded();
  expect((await historyOf()).map(([, , label]) => label)).toEqual(['Deleted student', 'Deleted student']);
  await as.admin.deletedEntries.restore({ schoolId, id: school.studentId });
  await expectEnded();
  expect(new Set((await historyOf()).map(([, , label]) => label))).toEqual(new Set(['Ann Abara']));
});

test('anonymizing a student ends the link and leaves the name in no part of the history', async () => {
  await as.admin.students.anonymize({ schoolId, id: school.studentId });
  await expectEnded();
  const { rows } = await as.superAdmin.history.list({ recordId: school.studentId });
  expect(JSON.stringify(rows)).not.toContain('Ann Abara');
});

test('a link ends with its school, and restoring the school brings none back', async () => {
  const manager = callsAs(product, await addPerson(product.database, { dbManager: true }));
  await manager.schools.remove({ schoolId });
  expect(await refused(open())).toEqual(ENDED);
  await manager.deletedRecords.restore({ id: schoolId });
  await expectEnded();
});

test.each(['by hand', 'on its last day'])('deleting the season book %s ends its links', async (how) => {
  if (how === 'by hand') await as.primary.seasonBook.deleteEverything({ schoolId });
  else {
    await product.database.owner
      .updateTable('seasonBooks')
      .set({ keepUntil: dayIn(-3) })
      .execute();
    await cleanUp(product.database, product.settings, pino({ level: 'silent' }));
  }
  await expectEnded();
});
