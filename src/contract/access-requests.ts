// Requests to join a school. A Primary Admin confirms or declines them, and a super admin assigns the person.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { id, role } from './fields.ts';
import { searchText } from './listing.ts';
import { fullList, MAX_OPEN_REQUESTS, MAX_REQUESTS_A_DAY, MAX_SCHOOL_SEARCHES_A_DAY } from './words.ts';

const note = z.string().check(
  z.maxLength(500, 'Please enter at most 500 characters.'),
  z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'Please write the note on one line.'),
  z.refine((text) => text.isWellFormed(), { message: 'The note can’t contain broken characters.' }),
);
const ownRequest = z.object({ id, schoolId: id, schoolName: z.string(), createdAt: z.date() });
const accessRequest = z.extend(ownRequest, {
  userId: id,
  name: z.string(),
  email: z.string(),
  note: z.string(),
  /** The Primary Admin who knows the person. */
  confirmedBy: z.nullable(z.string()),
});
export type AccessRequest = z.infer<typeof accessRequest>;

const ofSchool = z.strictObject({ id, schoolId: id });

export const accessRequests = {
  /** A few schools whose name contains these letters, at least three, that the person doesn't belong to. */
  schoolsNamed: reads('schoolName')
    .input(z.strictObject({ search: searchText }))
    .output(z.array(z.object({ id, name: z.string(), shortName: z.string() })))
    .errors({
      TOO_OFTEN: {
        status: 429,
        message: `You can search ${MAX_SCHOOL_SEARCHES_A_DAY} times a day. Please try again tomorrow.`,
      },
    }),
  /** The person's own open requests. */
  mine: reads('accessRequest').output(z.array(ownRequest)),
  /** The open requests that the person decides on, oldest first. */
  toDecide: reads('accessRequest').output(z.array(accessRequest)),
  /** Sent twice, it makes one request. */
  ask: changes('accessRequest', 'create')
    .input(z.strictObject({ schoolId: id, note }))
    .output(z.void())
    .errors({
      TOO_MANY: { status: 409, message: `You can have at most ${MAX_OPEN_REQUESTS} open requests.` },
      TOO_OFTEN: {
        status: 429,
        message: `You can send at most ${MAX_REQUESTS_A_DAY} requests a day. Please try again tomorrow.`,
      },
    }),
  /** Withdraws one of the person's requests. They can ask again. */
  withdraw: changes('ownRequest', 'delete').input(z.strictObject({ id })).output(z.void()),
  /** Confirms that a Primary Admin knows the person. A super admin still assigns them. */
  confirm: changes('accessRequest', 'update').input(ofSchool).output(z.void()),
  decline: changes('accessRequest', 'delete').input(ofSchool).output(z.void()),
  /** Assigns the person, which ends the request. */
  accept: changes('assignment', 'create')
    .input(z.strictObject({ id, role }))
    .output(z.void())
    .errors(fullList('people')),
};
