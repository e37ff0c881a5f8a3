import { ROWS_A_PAGE } from '#contract/listing.ts';
import { api } from '../api.ts';

const list = api.history.list.handler(async ({ input, context: { tx } }) => {
  const { recordId = '', subject = 'school', byId = '', before = 0 } = input;
  const found = await tx
    .selectFrom('changes')
    .select(['id', 'at', 'byId', 'byName', 'byEmail', 'subject', 'action', 'recordId', 'parentId', 'label'])
    .select(['before', 'after'])
    .$if(input.recordId !== undefined, (query) =>
      query.where((row) => row.or([row('recordId', '=', recordId), row('parentId', '=', recordId)])),
    )
    .$if(input.subject !== undefined, (query) => query.where('subject', '=', subject))
    .$if(input.byId !== undefined, (query) => query.where('byId', '=', byId))
    .$if(input.before !== undefined, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(ROWS_A_PAGE + 1)
    .execute();
  const rows = found.slice(0, ROWS_A_PAGE).map(({ byId: by, byName, byEmail, ...change }) => ({
    ...change,
    by: by === null ? null : { id: by, name: byName ?? '', email: byEmail ?? '' },
  }));
  return { rows, next: found.length > ROWS_A_PAGE ? (rows.at(-1)?.id ?? null) : null };
});

export const history = { list };
