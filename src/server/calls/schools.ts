import { api } from '../api.ts';

const details = api.schools.details.handler(async ({ input, context: { tx } }) => {
  const found = await tx
    .selectFrom('schools')
    .select(['id', 'name', 'shortName', 'isPremium'])
    .where('id', '=', input.schoolId)
    .executeTakeFirst();
  return found ?? null;
});

export const schools = { details };
