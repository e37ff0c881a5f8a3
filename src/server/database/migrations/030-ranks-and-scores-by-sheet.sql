-- Ranks follow the ballot's sheet: `attorney`, `witness` and `anyone`, with as many places as the sheet asks for. Where it ranks each
-- side and two of the school's own teams met, the places of the other team follow.
create function places_of_ballot(ballot uuid) returns table (kind text, places integer, longest integer)
  language sql stable as $$
  select asked ->> 'of', (asked ->> 'places')::integer, (asked ->> 'places')::integer * case asked ->> 'each' when 'side' then 2 else 1 end
    from kept_ballots b join score_sheets s on s.id = b.sheet_id and s.edition = b.sheet_edition
      cross join jsonb_array_elements(s.description -> 'ranks') asked
    where b.id = ballot
$$;
revoke execute on function places_of_ballot(uuid) from public;

create function refuse_other_ranks() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) is distinct from 'yes' and exists (
      select from jsonb_each(new.ranks) given left join places_of_ballot(new.ballot_id) asked on asked.kind = given.key
        where given.key not in ('attorney', 'witness', 'anyone') or jsonb_typeof(given.value) <> 'array'
          or jsonb_array_length(given.value) > coalesce(asked.longest, 0)) then
    raise exception 'the ballot''s sheet has other ranks' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger refuse_other_ranks before insert or update of ranks on ballot_scores for each row
  when (new.ranks <> '{"attorney": [], "witness": []}') execute function refuse_other_ranks();

-- As before, with whom the rank is among: people of the student's kind, or anyone.
drop function scores_of_student(uuid), own_scores(uuid), scores_by_link(bytea);
create function scores_of_student(student uuid)
  returns table (tournament_id uuid, round_id uuid, ballot_id uuid, judge_number smallint, part text, field text, label text, role text,
    min integer, max integer, score smallint, ballot_mean float8, opponent smallint, rank smallint, rank_of text, comment text)
  language sql stable as $$
  with given as materialized (
    select r.tournament_id, r.id as round_id, r.side, b.id as ballot_id, b.number, p.part, x.scores, x.ranks, x.comments,
        b.sheet_id, b.sheet_edition
      from round_parts p
        join rounds r on r.id = p.round_id
        join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
        join ballot_scores x on x.ballot_id = b.id
      where p.student_id = student),
  cells as materialized (
    select s.sheet_id, s.sheet_edition, c.* from (select distinct sheet_id, sheet_edition from given) s
      cross join cells_of_sheet(s.sheet_id, s.sheet_edition) c)
  select g.tournament_id, g.round_id, g.ballot_id, g.number, g.part, own.key, own.label, own.role, own.min, own.max,
      (g.scores ->> own.key)::smallint,
      own.min + average.mean * (own.max - own.min) / 10,
      (select (g.scores ->> opposing.key)::smallint
        from cells opposing where opposing.sheet_id = g.sheet_id and opposing.sheet_edition = g.sheet_edition
          and opposing.side <> g.side and opposing.number = own.number and are_opposed(own.role, opposing.role)
          and (opposing.min, opposing.max) = (own.min, own.max) limit 1),
      ranked.place, ranked.kind,
      g.comments ->> (g.side || ' ' || g.part)
    from given g
      join cells own on own.sheet_id = g.sheet_id and own.sheet_edition = g.sheet_edition and own.side = g.side
        and part_of(own.role, own.number) = g.part
      cross join lateral (
        select avg(((g.scores ->> c.key)::float8 - c.min) * 10 / (c.max - c.min)) as mean
          from cells c where c.sheet_id = g.sheet_id and c.sheet_edition = g.sheet_edition) average
      left join lateral (
        select kinds.kind, case when asked.longest > asked.places and at > asked.places then at - asked.places else at end::smallint as place
          from (values (case when g.part like 'witness%' then 'witness' else 'attorney' end), ('anyone')) kinds (kind)
            cross join lateral jsonb_array_elements_text(g.ranks -> kinds.kind) with ordinality as entries (who, at)
            left join places_of_ballot(g.ballot_id) asked on asked.kind = kinds.kind
          where who = student::text
          order by kinds.kind = 'anyone', at limit 1) ranked on true
$$;
revoke execute on function scores_of_student(uuid) from public;
-- A student's scores say which sheet they are on: each sheet is shown on its own, in all its versions, by its newest title.
create function newest_title(sheet text) returns text language sql stable as $$
  select title from score_sheets where id = sheet order by edition desc limit 1
$$;
revoke execute on function newest_title(text) from public;
create function own_scores(school uuid)
  returns table (student_id uuid, sheet_id text, sheet_title text, tournament_id uuid, round_id uuid, ballot_id uuid, judge_number smallint,
    part text, field text, label text, role text, min integer, max integer, score smallint, ballot_mean float8, opponent smallint,
    rank smallint, rank_of text, comment text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, b.sheet_id, newest_title(b.sheet_id), own.*
    from students s cross join lateral scores_of_student(s.id) own join kept_ballots b on b.id = own.ballot_id
    where s.school_id = school and s.user_id = app_user_id() and app_user_id() is not null
      and (app_only_school() is null or school = app_only_school())
$$;
create function scores_by_link(hash bytea)
  returns table (sheet_id text, sheet_title text, tournament text, season text, round_id uuid, round smallint, side text, ballot_id uuid,
    judge_number smallint, part text, field text, label text, role text, min integer, max integer, score smallint, ballot_mean float8,
    opponent smallint, rank smallint, rank_of text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.sheet_id, newest_title(b.sheet_id), t.name, t.season, r.id, r.number, r.side, own.ballot_id, own.judge_number, own.part,
      own.field, own.label, own.role, own.min, own.max, own.score, own.ballot_mean, own.opponent, own.rank, own.rank_of
    from student_links l join season_books s on s.school_id = l.school_id and s.shares_cards
      cross join lateral scores_of_student(l.student_id) own
      join kept_ballots b on b.id = own.ballot_id
      join rounds r on r.id = own.round_id join tournaments t on t.id = r.tournament_id and t.season = l.season
    where l.token_hash = hash and l.expires_at > now()
    order by t.starts_on, t.sort_name, r.number, own.judge_number, own.part, own.field
$$;
revoke execute on function own_scores(uuid), scores_by_link(bytea) from public;
grant execute on function own_scores(uuid), scores_by_link(bytea) to courtside_app;
