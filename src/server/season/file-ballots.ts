// A school's kept ballots as files have them: with names in place of ids.
import { sql } from 'kysely';
import type { FileBallot } from '#season-files/file-ballot.ts';
import { sortedRanks } from '#season-files/file-ballot.ts';
import type { Tx } from '../database/database.ts';

type Stored = Omit<FileBallot, 'line' | 'ranks'> & {
  ranks: { attorney: (string | null)[]; witness: (string | null)[] };
};

/** In the order of tournaments, rounds and judges. Row security returns none to anyone but staff. */
export async function fileBallotsOf(tx: Tx, schoolId: string, season: string | undefined): Promise<FileBallot[]> {
  const namesOf = (round: string) => sql`coalesce((select json_object_agg(p.part, s.name)
    from round_parts p join students s on s.id = p.student_id where p.round_id = ${sql.ref(round)}), '{}')`;
  const rankedAs = (kind: 'attorney' | 'witness') => sql`(select coalesce(json_agg(s.name order by at), '[]')
    from jsonb_array_elements_text(x.ranks -> ${kind}::text) with ordinality ranked (id, at)
      left join students s on s.id = ranked.id::uuid)`;
  const { rows } = await sql<Stored>`
    select t.season, t.name as tournament, r.number::text as round, b.number, b.judge, r.side,
      coalesce(team.name, '') as team, coalesce(opponents.name, r.opponent) as opponent, ${namesOf('r.id')} as students,
      case when other.id is null then '{}' else ${namesOf('other.id')} end as opponent_students,
      x.scores, x.comments, b.tab_margin,
      json_build_object('attorney', ${rankedAs('attorney')}, 'witness', ${rankedAs('witness')}) as ranks
    from tournaments t join rounds r on r.tournament_id = t.id join kept_ballots b on b.round_id = r.id
      join ballot_scores x on x.ballot_id = b.id left join teams team on team.id = r.team_id
      left join rounds other on other.shared_with = r.id left join teams opponents on opponents.id = other.team_id
    where t.school_id = ${schoolId}::uuid and (${season ?? null}::text is null or t.season = ${season ?? null}::text)
    order by t.season, t.starts_on, t.sort_name, team.sort_name, r.number, b.number`.execute(tx);
  return rows.map(({ ranks, ...ballot }, index) => ({
    ...ballot,
    ranks: sortedRanks(
      (['attorney', 'witness'] as const).flatMap((kind) =>
        ranks[kind].flatMap((student, at) => (student === null ? [] : [{ kind, rank: at + 1, student }])),
      ),
    ),
    line: index + 1,
  }));
}
