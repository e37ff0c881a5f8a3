// PostGraphile's own basic preset, its plugin for filters, and the order of a school's users by name.
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { addPgTableOrderBy, orderByAscDesc } from 'postgraphile/utils';

const byUserName = addPgTableOrderBy(
  { schemaName: 'public', tableName: 'users_schools' },
  ({ sql, dataplanPg: { TYPES } }) =>
    orderByAscDesc('USER_NAME', (query) => ({
      fragment: sql`${query.singleRelation('usersByMyUserId')}.sort_name`,
      codec: TYPES.text,
    })),
);

export default {
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  plugins: [byUserName],
  grafserv: { graphiql: false },
};
