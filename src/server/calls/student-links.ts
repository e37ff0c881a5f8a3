// Links to a student's card: staff make and end them, and their holders read one card with a visitor's rights.
import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import type { StudentCard } from '#contract/student-links.ts';
import { api, sessionApi } from '../api.ts';
import { asPerson, currentUser } from '../database/database.ts';
import { deletes } from '../database/records.ts';
import { isOpen, newLink } from '../sign-in/links.ts';
import { storedHash } from '../sign-in/sessions.ts';

const inSchool = api.studentLinks.inSchool.handler(({ input: { schoolId }, context: { tx } }) =>
  tx
    .selectFrom('studentLinks as l')
    .leftJoin('users', 'users.id', 'madeBy')
    .select(['l.id', 'studentId', 'season', 'users.name as madeBy', 'l.createdAt', 'expiresAt', 'lastOpenedAt'])
    .where('schoolId', '=', schoolId)
    .where(isOpen)
    .orderBy('l.createdAt', 'desc')
    .execute(),
);

const make = api.studentLinks.make.handler(async ({ input, context: { tx } }) => {
  const { schoolId, studentId, season, days } = input;
  const { token, hash } = newLink();
  const { expiresAt } = await tx
    .insertInto('studentLinks')
    .values({
      schoolId,
      studentId,
      season,
      tokenHash: hash,
      madeBy: currentUser,
      expiresAt: sql<Date>`now() + make_interval(days => ${Number(days)})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { token, expiresAt };
});

const end = api.studentLinks.end.handler(deletes('studentLinks'));

type Opened = Pick<StudentCard, 'name' | 'school' | 'season' | 'expiresAt'> & { schoolId: string; studentId: string };

export const studentCard = sessionApi.studentCard.handler(async ({ input: { token }, context, errors }) => {
  const { database, models, network, resHeaders } = context;
  resHeaders.set('x-robots-tag', 'noindex');
  const hash = storedHash(token);
  const read = await asPerson(database, null, async (tx) => {
    const opening = sql<Opened>`select * from open_student_link(${hash}, ${network})`;
    const [opened] = (await opening.execute(tx)).rows;
    const scores = sql<StudentCard['scores'][number]>`select * from scores_by_link(${hash})`;
    return opened && { ...opened, scores: (await scores.execute(tx)).rows };
  });
  if (!read) throw errors.EXPIRED_LINK();
  const { schoolId, studentId, ...card } = read;
  const estimates: StudentCard['estimates'] = [];
  try {
    for (const sheetId of new Set(card.scores.map((score) => score.sheetId))) {
      const model = await models.of(schoolId, card.season, sheetId);
      const own = model?.sheetId === sheetId ? model.estimates.filter(({ student }) => student === studentId) : [];
      estimates.push(...own.map(({ student: _student, ...estimate }) => ({ ...estimate, sheetId })));
    }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    // Being computed, or too large.
    return { ...card, estimates, missing: { reason: error.message, isComputing: error.code === 'COMPUTING' } };
  }
  return { ...card, estimates, missing: null };
});

export const studentLinks = { inSchool, make, end };
