import { api } from '../api.ts';

const overview = api.cases.overview.handler(({ context: { tx } }) =>
  tx
    .selectFrom('cases')
    .select((row) => [
      'id',
      'name',
      'year',
      row
        .selectFrom('witnesses')
        .select((witness) => witness.fn.countAll<number>().as('count'))
        .whereRef('witnesses.caseId', '=', 'cases.id')
        .$asScalar()
        .$notNull()
        .as('witnessCount'),
    ])
    .orderBy('isActive', 'desc')
    .orderBy('sortName')
    .orderBy('id')
    .execute(),
);

export const cases = { overview };
