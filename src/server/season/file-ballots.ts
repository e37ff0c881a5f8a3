// A school's kept ballots as files have them: with names in place of ids.
import { sql } from 'kysely';
import type { Side } from '#ballot/form.ts';
import type { RankKind } from '#ballot/sheet/ranks.ts';
import { RANKED, type SheetRef } from '#ballot/sheet/sheet.ts';
import type { KeptBallot } from '#contract/kept-ballots.ts';
import { otherSide, textsOn } from '#metrics/scores.ts';
import type { FileBallot } from '#season-files/file-ballot.ts';
import { sortedRanks } from '#season-files/file-ballot.ts';
import { withoutControl } from '#season-files/text.ts';
import { valueOf, type Tx } from '../database/database.ts';

type Stored = Omit<FileBallot, 'line' | 'sheet' | 'ranks' | 'comments' | 'opponentComments'> & {
  /** Null: the form of college rounds. */
  sheet: SheetRef | null;
  comments: KeptBallot['comments'];
  ranks: Record<RankKind, (string | null)[]>;
};

/** JSON for `fileBallotsIn`, in the order of tournaments, rounds and judges. Row security returns none to anyone but staff. */
export function storedBallotsOf(tx: Tx, schoolId: string, season: string | undefined): Promise<string> {
  const namesOf = (round: string) => sql`coalesce((select json_object_agg(p.part, s.name order by p.part)
    from round_parts p join students s on s.id = p.student_id where p.round_id = ${sql.ref(round)}), '{}')`;
  // An import asks once for the team of all ballots that name none. Where several deleted teams had a round, only the first has no name.
  const deletedTeam = (round: 'r' | 'other', nameless: 0 | 1) => sql`(
    select case count(*) when ${sql.lit(nameless)} then '' else 'Deleted team ' || count(*) end from rounds d
      where d.team_id is null and (d.tournament_id, d.number) = (r.tournament_id, r.number)
        and (d.shared_with is not null, d.id) <= (${sql.ref(`${round}.shared_with`)} is not null, ${sql.ref(`${round}.id`)}))`;
  const rankedAs = (kind: RankKind) => sql`(select coalesce(json_agg(s.name order by at), '[]')
    from jsonb_array_elements_text(x.ranks -> ${kind}::text) with ordinality ranked (id, at)
      left join students s on s.id = ranked.id::uuid)`;
  const ballots = sql<string>`(
    select coalesce(json_agg(json_build_object('season', t.season, 'tournament', t.name, 'round', r.number::text, 'number', b.number,
        'judge', b.judge, 'side', r.side, 'team', coalesce(team.name, ${deletedTeam('r', 1)}),
        'opponent', coalesce(opponents.name, nullif(r.opponent, ''), ${deletedTeam('other', 0)}), 'students', ${namesOf('r.id')},
        'opponentStudents', case when other.id is null then '{}' else ${namesOf('other.id')} end,
        'sheet', case when b.sheet_id <> 'college-28' then json_build_object('id', b.sheet_id, 'version', b.sheet_edition) end,
        'scores', x.scores, 'comments', x.comments, 'tabMargin', b.tab_margin,
        'ranks', json_build_object('attorney', ${rankedAs('attorney')}, 'witness', ${rankedAs('witness')},
          'anyone', ${rankedAs('anyone')}))
      order by t.season, t.starts_on, t.sort_name, team.sort_name, r.number, b.number), '[]')::text
    from tournaments t join rounds r on r.tournament_id = t.id join kept_ballots b on b.round_id = r.id
      join ballot_scores x on x.ballot_id = b.id left join teams team on team.id = r.team_id
      left join rounds other on other.shared_with = r.id left join teams opponents on opponents.id = other.team_id
    where t.school_id = ${schoolId}::uuid and (${season ?? null}::text is null or t.season = ${season ?? null}::text))`;
  return valueOf(tx, ballots);
}

const commentsOn = (side: Side, comments: Stored['comments']): FileBallot['comments'] =>
  Object.fromEntries(Object.entries(textsOn(side, comments)).map(([part, text]) => [part, withoutControl(text)]));

/** Runs on a thread, because it grows with the season. */
export function fileBallotsIn(stored: string): FileBallot[] {
  return (JSON.parse(stored) as Stored[]).map(({ sheet, ranks, comments, ...ballot }, index) => ({
    ...ballot,
    ...(sheet && { sheet }),
    comments: commentsOn(ballot.side, comments),
    opponentComments: commentsOn(otherSide(ballot.side), comments),
    ranks: sortedRanks(
      RANKED.flatMap((kind) =>
        ranks[kind].flatMap((student, at) => (student === null ? [] : [{ kind, rank: at + 1, student }])),
      ),
    ),
    line: index + 1,
  }));
}
