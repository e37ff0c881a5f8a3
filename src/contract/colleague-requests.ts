// Requests to add a colleague to a school. A Primary Admin asks, and a super admin confirms.
import * as z from 'zod/mini';
import { changes, reads } from './call.ts';
import { email, id, role } from './fields.ts';
import { link } from './account-links.ts';
import { mailing } from './mailing.ts';
import { fullList, MAX_COLLEAGUE_REQUESTS } from './words.ts';

const colleagueRequest = z.object({
  id,
  schoolId: id,
  schoolName: z.string(),
  email: z.string(),
  role,
  /** Null: the person's account was deleted. */
  askedBy: z.nullable(z.string()),
  createdAt: z.date(),
});
export type ColleagueRequest = z.infer<typeof colleagueRequest>;

export const colleagueRequests = {
  /** The open requests of the Primary Admin's schools; for super admins, of every school. Oldest first. */
  open: reads('colleagueRequest').output(z.array(colleagueRequest)),
  /** Sent twice, it makes one request, with the first one's role. */
  ask: changes('colleagueRequest', 'create')
    .input(z.strictObject({ schoolId: id, email, role }))
    .output(z.void())
    .errors({
      ALREADY_HERE: { status: 409, message: 'This person already belongs to the school.' },
      ...fullList('open requests for colleagues', MAX_COLLEAGUE_REQUESTS),
    }),
  /** A Primary Admin withdraws a request, or a super admin declines it. */
  remove: changes('colleagueRequest', 'delete')
    .input(z.strictObject({ schoolId: id, id }))
    .output(z.void()),
  /** Assigns a person who has an account (and returns null), or invites them. */
  accept: changes('invitation', 'create')
    .input(z.strictObject({ id }))
    .output(z.nullable(z.extend(link, { email: z.string(), ...mailing })))
    .errors({ ...fullList('people or open invitations') }),
};
