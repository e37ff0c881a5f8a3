-- A student's scores say which sheet they are on: each sheet is shown on its own, in all its versions, by its newest title.
drop function own_scores(uuid), scores_by_link(bytea);
create function newest_title(sheet text) returns text language sql stable as $$
  select title from score_sheets where id = sheet order by edition desc limit 1
$$;
revoke execute on function newest_title(text) from public;
create function own_scores(school uuid)
  returns table (student_id uuid, sheet_id text, sheet_title text, tournament_id uuid, round_id uuid, ballot_id uuid, judge_number smallint,
    part text, field text, label text, role text, min integer, max integer, score smallint, ballot_mean float8, opponent smallint,
    rank smallint, comment text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, b.sheet_id, newest_title(b.sheet_id), own.*
    from students s cross join lateral scores_of_student(s.id) own join kept_ballots b on b.id = own.ballot_id
    where s.school_id = school and s.user_id = app_user_id() and app_user_id() is not null
      and (app_only_school() is null or school = app_only_school())
$$;
create function scores_by_link(hash bytea)
  returns table (sheet_id text, sheet_title text, tournament text, season text, round_id uuid, round smallint, side text, ballot_id uuid,
    judge_number smallint, part text, field text, label text, role text, min integer, max integer, score smallint, ballot_mean float8,
    opponent smallint, rank smallint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select b.sheet_id, newest_title(b.sheet_id), t.name, t.season, r.id, r.number, r.side, own.ballot_id, own.judge_number, own.part,
      own.field, own.label, own.role, own.min, own.max, own.score, own.ballot_mean, own.opponent, own.rank
    from student_links l join season_books s on s.school_id = l.school_id and s.shares_cards
      cross join lateral scores_of_student(l.student_id) own
      join kept_ballots b on b.id = own.ballot_id
      join rounds r on r.id = own.round_id join tournaments t on t.id = r.tournament_id and t.season = l.season
    where l.token_hash = hash and l.expires_at > now()
    order by t.starts_on, t.sort_name, r.number, own.judge_number, own.part, own.field
$$;
revoke execute on function own_scores(uuid), scores_by_link(bytea) from public;
grant execute on function own_scores(uuid), scores_by_link(bytea) to courtside_app;
