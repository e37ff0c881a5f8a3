// Premium status: only staff of schools that have it, and super admins, may have photos of ballots read.
import { ORPCError } from '@orpc/client';
import { PREMIUM_NEEDED } from '#contract/ballots.ts';
import { isAmong, SIGNED_OUT } from '#contract/permissions.ts';
import type { Asked } from '../authorize.ts';
import type { Entry } from '../database/entry.ts';

/** The schools with premium status that the sender of a photo is staff of. Refuses people without such a school. */
export async function admitPhoto(entry: Entry, asked: Asked): Promise<string[]> {
  const premium = await entry.read(asked, (tx) =>
    tx
      .selectFrom('usersSchools')
      .innerJoin('schools', 'schools.id', 'schoolId')
      .select('schoolId')
      .where('isPremium', '=', true)
      .where(({ eb, fn }) => eb('userId', '=', fn<string>('app_user_id')))
      .execute(),
  );
  const { actor = SIGNED_OUT } = entry.person ?? {};
  const staffed = premium.map(({ schoolId }) => schoolId).filter((id) => isAmong('school staff', actor, id));
  if (staffed.length === 0 && !actor.isSuperAdmin) throw new ORPCError('PREMIUM_NEEDED', PREMIUM_NEEDED);
  return staffed;
}
