// A school's calendar link: a secret address at which calendars read the school's tournaments without signing in.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { id } from './fields.ts';

const ofSchool = z.strictObject({ schoolId: id });

export const calendarLinks = {
  /** The school's link, without the secret. Null: there is none. */
  ofSchool: reads('calendarLink')
    .input(ofSchool)
    .output(
      z.nullable(
        z.object({
          /** Null: the person's account was deleted. */
          madeBy: z.nullable(z.string()),
          createdAt: z.date(),
        }),
      ),
    ),
  /** Creates a link, which ends the previous one. Calendars read `/calendar/TOKEN.ics`. The token is never shown again. */
  make: changes('calendarLink', 'create')
    .input(ofSchool)
    .output(z.object({ token: z.string(), createdAt: z.date() })),
  /** Ends the link: calendars that use it no longer get anything. */
  end: changes('calendarLink', 'delete').input(ofSchool).output(z.void()),
};
