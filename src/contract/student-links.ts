// Links by which a student or a parent sees one student's card of one season without an account, until a day.
import * as z from 'zod/mini';
import { linkToken } from './account-links.ts';
import { changes, ownSession, reads } from './call.ts';
import { id, seasonName } from './fields.ts';
import { estimate } from './metrics.ts';
import { ownScore } from './own-scores.ts';
import { sheetRef } from './sheets.ts';
import { fullList, LINK_DAYS } from './words.ts';

const studentLink = z.object({
  id,
  studentId: id,
  season: z.string(),
  /** Null: the person's account was deleted. */
  madeBy: z.nullable(z.string()),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** To the minute; null: never opened. */
  lastOpenedAt: z.nullable(z.date()),
});
export type StudentLink = z.infer<typeof studentLink>;

export const studentLinks = {
  /** The school's links that are open, without their secrets, the newest first. */
  inSchool: reads('studentLink')
    .input(z.strictObject({ schoolId: id }))
    .output(z.array(studentLink)),
  /** Creates a link. People open `/student-card#TOKEN`. The token is shown only once. */
  make: changes('studentLink', 'create')
    .input(z.strictObject({ schoolId: id, studentId: id, season: seasonName, days: z.enum(LINK_DAYS) }))
    .output(z.object({ token: z.string(), expiresAt: z.date() }))
    .errors({
      SWITCHED_OFF: { status: 409, message: 'Your Primary Admin has to turn on links to student cards first.' },
      ...fullList('student links'),
    }),
  /** Ends a link at once. */
  end: changes('studentLink', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
};

/** A score without what only the student's own account may read: judges' comments are free text, and may name others. */
const cardScore = z.omit(ownScore, { studentId: true, tournamentId: true, comment: true });
const cardEstimate = z.extend(z.omit(estimate, { studentId: true }), { sheetId: sheetRef.shape.id });

const card = z.object({
  name: z.string(),
  school: z.string(),
  season: z.string(),
  /** When the link expires. */
  expiresAt: z.date(),
  scores: z.array(cardScore),
  estimates: z.array(cardEstimate),
  /** Why estimates are missing, if some are. Those that are being computed are there at a later try. */
  missing: z.nullable(z.object({ reason: z.string(), isComputing: z.boolean() })),
});
export type StudentCard = z.infer<typeof card>;

/** Of the calls about a session and links, which anybody can make. */
export const studentCard = ownSession
  .input(z.strictObject({ token: linkToken }))
  .output(card)
  .errors({
    EXPIRED_LINK: { status: 410, message: 'This link has ended. Ask the school for a new one.' },
    TOO_OFTEN: {
      status: 429,
      message: 'Too many cards were opened from this network. Please try again in 15 minutes.',
    },
  });
