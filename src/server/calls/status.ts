import { api } from '../api.ts';

export const services = api.status.services.handler(({ context: { tx } }) =>
  tx
    .selectFrom('serviceStatuses')
    .select(['id', 'name', 'description', 'status', 'uptime', 'issues', 'notice'])
    .orderBy('position')
    .execute(),
);

export const incidents = api.status.incidents.handler(({ context: { tx } }) =>
  tx
    .selectFrom('incidents')
    .select(['id', 'title', 'description', 'status', 'startedAt'])
    .orderBy('startedAt', 'desc')
    .limit(20)
    .execute(),
);
