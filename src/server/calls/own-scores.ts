import { sql } from 'kysely';
import { CELL_ROLES } from '#ballot/sheet/sheet.ts';
import type { OwnScore } from '#contract/own-scores.ts';
import { ALL_PARTS } from '#metrics/scores.ts';
import { api } from '../api.ts';

export const inSchool = api.ownScores.inSchool.handler(async ({ input: { schoolId }, context: { tx } }) => {
  const { rows } = await sql<OwnScore>`
    select own.*, t.name as tournament, t.season, r.number as round, r.side
    from own_scores(${schoolId}::uuid) own
      join rounds r on r.id = own.round_id join tournaments t on t.id = own.tournament_id
    order by t.season, t.starts_on, t.sort_name, r.number, own.judge_number,
        array_position(${[...ALL_PARTS]}::text[], own.part), array_position(${[...CELL_ROLES]}::text[], own.role), own.field`.execute(
    tx,
  );
  return rows;
});
