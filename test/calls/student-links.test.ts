// Links to a student's card: what their holders see, and who makes them.
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { COLLEGE_28 } from '#ballot/sheet/college-28.ts';
import { asPerson } from '#server/database/database.ts';
import { storedHash } from '#server/sign-in/sessions.ts';
import { callsAs } from '../people.ts';
import { TABLES } from '../permissions/rows.ts';
import { newAddress, refused } from './refused.ts';
import { as, people, product, school, schoolId, SCORES, SEASON } from './season-book-world.ts';
import { make, open, other, share, studentLinksWorld, token } from './student-links-world.ts';

studentLinksWorld();

test('without an account, a link shows the student’s scores and adjusted figures with their intervals', async () => {
  const card = await open();
  expect(card).toMatchObject({ name: 'Ann Abara', school: school.teamName.replace(' One', ''), season: SEASON });
  expect(card.scores).toMatchObject([
    { part: 'cross2', score: SCORES.pCross2, opponent: SCORES.dWCross2, rank: 2, sheetTitle: COLLEGE_28.title },
    { part: 'open', score: SCORES.pOpen, opponent: SCORES.dOpen, rank: 2, sheetTitle: COLLEGE_28.title },
  ]);
  const roles = card.estimates.map(({ sheetId, role, low, estimate, high }) => [
    sheetId,
    role,
    low < estimate && estimate < high,
  ]);
  expect(roles).toEqual([
    [COLLEGE_28.id, 'opening', true],
    [COLLEGE_28.id, 'attorney-cross', true],
  ]);
});

test('a card names no other student, no judge and no id of the school, and holds no comment', async () => {
  const text = JSON.stringify(await open());
  for (const hidden of ['Ben', other, schoolId, school.studentId, 'Rowe', 'comment', 'studentId']) {
    expect(text).not.toContain(hidden);
  }
});

test('a card is of its season', async () => {
  const { token: earlier } = await as.admin.studentLinks.make({
    schoolId,
    studentId: school.studentId,
    season: '2019-20',
    days: '7',
  });
  expect(await open(earlier)).toMatchObject({ season: '2019-20', scores: [], estimates: [] });
});

test('the holder reads with a visitor’s rights: one card and no table, also if a Primary Admin opens it', async () => {
  const read = (userId: string | null, hash: ReturnType<typeof storedHash>) =>
    asPerson(product.database, userId, async (tx) => {
      const opened = await sql<{ name: string }>`select * from open_student_link(${hash}, 'test')`.execute(tx);
      const scores = await sql`select * from scores_by_link(${hash})`.execute(tx);
      return [opened.rows.map(({ name }) => name), scores.rows.length];
    });
  expect(await read(null, storedHash(token))).toEqual([['Ann Abara'], 2]);
  expect(await read(null, storedHash(`${token.slice(1)}A`))).toEqual([[], 0]);
  for (const table of [
    'students',
    'teams',
    'tournaments',
    'rounds',
    'round_parts',
    'kept_ballots',
    'ballot_scores',
    'schools',
    'student_links',
  ]) {
    expect(TABLES[table]).toBeDefined();
    const rows = asPerson(product.database, null, (tx) => sql`select id from ${sql.table(table)}`.execute(tx)).catch(
      () => ({ rows: [] }),
    );
    expect([table, (await rows).rows]).toEqual([table, []]);
  }
  await expect(
    asPerson(product.database, people.primary.userId, (tx) =>
      sql`select * from scores_of_student(${other}::uuid)`.execute(tx),
    ),
  ).rejects.toMatchObject({ code: '42501' });
  const staff = await callsAs(product, people.primary).session.studentCard({ token });
  expect(staff.name).toBe('Ann Abara');
});

test('staff see who made a link, until when it lasts, and when it was last opened', async () => {
  const before = await as.admin.studentLinks.inSchool({ schoolId });
  expect(before).toMatchObject([{ studentId: school.studentId, season: SEASON, lastOpenedAt: null }]);
  const days = (before[0]!.expiresAt.getTime() - before[0]!.createdAt.getTime()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  await open();
  const [opened] = await as.admin.studentLinks.inSchool({ schoolId });
  expect(opened!.lastOpenedAt!.getTime()).toBeGreaterThanOrEqual(opened!.createdAt.getTime());
  expect(typeof opened!.madeBy).toBe('string');
  expect(JSON.stringify(opened)).not.toContain(token);
});

test('nobody can make a link before the Primary Admin has turned links on, and an Admin can’t turn them on', async () => {
  await share(false);
  expect(await refused(make())).toMatchObject({ code: 'SWITCHED_OFF', status: 409 });
  const { version } = (await as.primary.seasonBook.ofSchool({ schoolId }))!;
  const changing = as.admin.seasonBook.change({ schoolId, version, changed: { sharesCards: true } });
  expect(await refused(changing)).toMatchObject({ code: 'FORBIDDEN' });
  await share(true);
  expect(await make()).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/) as string });
});

test('a student of another school gets no link', async () => {
  const stranger = callsAs(product, people.stranger);
  const making = stranger.studentLinks.make({ schoolId, studentId: school.studentId, season: SEASON, days: '7' });
  expect(await refused(making)).toMatchObject({ code: 'FORBIDDEN' });
  const foreign = as.admin.studentLinks.make({ schoolId, studentId: crypto.randomUUID(), season: SEASON, days: '7' });
  expect(await refused(foreign)).toMatchObject({ code: 'NOT_FOUND' });
});

test('one network can open 300 cards in 15 minutes, and others aren’t affected', async () => {
  const address = newAddress();
  expect((await open(token, address)).name).toBe('Ann Abara');
  await product.database.owner
    .updateTable('signInFailures')
    .set({ failures: 300 })
    .where('key', '=', `student cards ${address}`)
    .execute();
  expect(await refused(open(token, address))).toMatchObject({ code: 'TOO_OFTEN', status: 429 });
  expect((await open()).name).toBe('Ann Abara');
});

test('the answer is never cached or indexed, and the token is in no log and no table', async () => {
  const browser = product.browser();
  await browser.calls.session.studentCard({ token });
  const headers = browser.lastHeaders();
  expect(['cache-control', 'referrer-policy', 'x-robots-tag'].map((name) => headers.get(name))).toEqual([
    'no-store',
    'no-referrer',
    'noindex',
  ]);
  expect(JSON.stringify(product.logged)).not.toContain(token);
  const { rows } = await sql`select l::text as line from student_links l`.execute(product.database.owner);
  expect(JSON.stringify(rows)).not.toContain(token);
});
