import type { Change } from '#contract/history.ts';
import { ROWS_PER_PAGE } from '#contract/listing.ts';
import { api } from '../api.ts';
import type { Tx } from '../database/database.ts';
import { isOneOf } from '../database/is-one-of.ts';

type Values = Change['before'];

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
    .limit(ROWS_PER_PAGE + 1)
    .execute();
  const page = found.slice(0, ROWS_PER_PAGE);
  const teams = await teamNames(tx, page);
  const withTeamName = (values: Values): Values =>
    typeof values?.['teamId'] === 'string'
      ? { ...values, teamId: teams.get(values['teamId']) ?? values['teamId'] }
      : values;
  const rows = page.map(({ byId: by, byName, byEmail, ...change }) => ({
    ...change,
    before: withTeamName(change.before),
    after: withTeamName(change.after),
    by: by === null ? null : { id: by, name: byName ?? '', email: byEmail ?? '' },
  }));
  return { rows, next: found.length > ROWS_PER_PAGE ? (rows.at(-1)?.id ?? null) : null };
});

/** The last names of the teams in these changes. The history knows them even after a team was deleted. */
async function teamNames(tx: Tx, changes: readonly Record<'before' | 'after', Values>[]) {
  const ids = changes
    .flatMap(({ before, after }) => [before?.['teamId'], after?.['teamId']])
    .filter((value) => typeof value === 'string');
  if (ids.length === 0) return new Map<string, string>();
  const named = await tx
    .selectFrom('changes')
    .distinctOn('recordId')
    .select(['recordId', 'label'])
    .where('subject', '=', 'team')
    .where(isOneOf('recordId', [...new Set(ids)]))
    .orderBy('recordId')
    .orderBy('id', 'desc')
    .execute();
  return new Map(named.map(({ recordId, label }) => [recordId, label]));
}

export const history = { list };
