-- A tournament says on which sheet its rounds are scored. A ballot has a sheet of its own, which stays when the tournament gets
-- another one, or a new edition: its scores are of that sheet.
alter table tournaments
  add sheet_id text not null default 'college-28',
  add sheet_edition smallint not null default 1,
  add foreign key (sheet_id, sheet_edition) references score_sheets (id, edition);
create index tournaments_by_sheet on tournaments (sheet_id, sheet_edition);
grant update (sheet_id, sheet_edition) on tournaments to courtside_app;

alter table kept_ballots
  add sheet_id text not null default 'college-28',
  add sheet_edition smallint not null default 1,
  add foreign key (sheet_id, sheet_edition) references score_sheets (id, edition),
  drop constraint kept_ballots_tab_margin_check,
  -- 60 scores of up to 100 points, each ten times.
  add check (tab_margin between -60000 and 60000),
  alter tab_margin type integer,
  alter p_total type integer,
  alter d_total type integer,
  alter unread set default 0;
create index kept_ballots_by_sheet on kept_ballots (sheet_id, sheet_edition);
grant insert (sheet_id, sheet_edition) on kept_ballots to courtside_app;

-- The scores of a sheet, whose keys are unique on it.
create function cells_of_sheet(of_id text, of_edition smallint)
  returns table (key text, label text, side text, role text, number integer, min integer, max integer, weight integer)
  language sql stable as $$
  select cell ->> 'key', cell ->> 'label', on_side.side, cell ->> 'role', (cell ->> 'number')::integer,
      (line ->> 'min')::integer, (line ->> 'max')::integer, (line ->> 'weight')::integer
    from score_sheets s
      cross join jsonb_array_elements(s.description -> 'sections') section
      cross join jsonb_array_elements(section -> 'rows') line
      cross join (values ('p'), ('d')) on_side (side)
      cross join lateral (select line -> on_side.side) of_side (cell)
    where s.id = of_id and s.edition = of_edition and jsonb_typeof(cell) = 'object'
$$;

-- A sheet of the school's own or a built-in one, with two sides.
create function is_sheet_of(school uuid, of_id text, of_edition smallint) returns boolean
  language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from score_sheets s where s.id = of_id and s.edition = of_edition
    and (s.school_id is null or s.school_id = school) and jsonb_typeof(s.description -> 'sides' -> 'd') = 'object')
$$;
revoke execute on function is_sheet_of(uuid, text, smallint) from public;
create function refuse_other_sheet() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not is_sheet_of(new.school_id, new.sheet_id, new.sheet_edition) then
    raise exception 'rounds can''t be scored on this sheet' using errcode = '23503';
  end if;
  return new;
end $$;
create trigger refuse_other_sheet before insert or update of sheet_id, sheet_edition on tournaments for each row
  when (new.sheet_id <> 'college-28') execute function refuse_other_sheet();
create trigger refuse_other_sheet before insert on kept_ballots for each row
  when (new.sheet_id <> 'college-28') execute function refuse_other_sheet();

create function refuse_other_margin() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if abs(new.tab_margin) > (select max(total) from (
      select sum(max * weight) as total from cells_of_sheet(new.sheet_id, new.sheet_edition) group by side) of_side) then
    raise exception 'no ballot of this sheet has this margin' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger refuse_other_margin before insert or update of tab_margin on kept_ballots for each row
  when (new.tab_margin is not null) execute function refuse_other_margin();

-- What was deleted can be restored for 30 days, and needs its sheet then.
create function refuse_needed_sheet() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from deleted_records d join deleted_rows r using (record_id) cross join jsonb_array_elements(r.rows) of_table
      where d.school_id = old.school_id and r.table_name in ('tournaments', 'kept_ballots') and r.columns = '{}'
        and of_table ->> 'sheet_id' = old.id and of_table ->> 'sheet_edition' = old.edition::text) then
    raise exception 'deleted records need this sheet' using errcode = '23503';
  end if;
  return old;
end $$;
create trigger refuse_needed_sheet before delete on score_sheets for each row when (pg_trigger_depth() = 0)
  execute function refuse_needed_sheet();

-- Scores by the keys of the ballot's sheet, or null where nothing was read. Their ranges are the sheet's: `add_up_scores` checks them.
create or replace function are_scores(scores jsonb) returns boolean language sql immutable parallel safe strict
  return jsonb_typeof(scores) = 'object' and (select count(*) between 1 and 60 and bool_and(
      key ~ '^[a-zA-Z][a-zA-Z0-9]{0,39}$'
      and (value = 'null' or jsonb_typeof(value) = 'number' and value::text ~ '^(\d{1,2}|100)$'))
    from jsonb_each(scores));
-- The parts of a side: those that sheets score, up to nine of a kind.
create function is_part(part text) returns boolean language sql immutable parallel safe strict
  return part ~ '^((open|close|pretrial|clerk|bailiff)[2-9]?|(direct|cross|witness)[1-9])$';
create or replace function are_comments(comments jsonb) returns boolean language sql immutable parallel safe strict
  return jsonb_typeof(comments) = 'object' and not exists (select from jsonb_each(comments)
    where key !~ '^[pd] ' or not is_part(substr(key, 3)) or jsonb_typeof(value) <> 'string');
alter table round_parts drop constraint round_parts_part_check, add check (is_part(part));
alter table saved_line_up_parts drop constraint saved_line_up_parts_part_check, add check (is_part(part));
alter table score_corrections
  drop constraint score_corrections_before_check, drop constraint score_corrections_after_check,
  add check (before between 0 and 100), add check (after between 0 and 100);

create or replace function add_up_scores() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_checked boolean := tg_op = 'UPDATE' and new.scores = old.scores;
  of_ballot record;
begin
  if current_setting('app.restoring', true) is distinct from 'yes' then
    select coalesce(sum(score * weight) filter (where side = 'p'), 0) as p, coalesce(sum(score * weight) filter (where side = 'd'), 0) as d,
        count(*) filter (where score is null) as unread,
        bool_and(cell.key is not null and given.key is not null and (score between min and max) is not false) as are_of_sheet
      into of_ballot
      from (select c.* from kept_ballots b cross join cells_of_sheet(b.sheet_id, b.sheet_edition) c where b.id = new.ballot_id) cell
        full join (select key, value::integer as score from jsonb_each_text(new.scores)) given on given.key = cell.key;
    if of_ballot.are_of_sheet is not true then
      raise exception 'the ballot''s sheet has other scores, or other ranges' using errcode = '23514';
    end if;
    update kept_ballots b set p_total = of_ballot.p, d_total = of_ballot.d, unread = of_ballot.unread,
      checked_by = case when is_checked then b.checked_by end,
      checked_at = case when is_checked then b.checked_at end
      where b.id = new.ballot_id;
  end if;
  return null;
end $$;

create function count_scores(ballot kept_ballots) returns integer language sql stable as $$
  select count(*)::integer from ballot_scores x cross join jsonb_object_keys(x.scores) where x.ballot_id = ballot.id
$$;
-- How many of the ballot's scores have the value that the person who asks gave them, by keeping the ballot or by a correction.
create or replace function count_own_scores(ballot kept_ballots) returns integer language sql stable as $$
  select (case when ballot.kept_by = app_user_id() then count_scores(ballot) - (
      select count(distinct field) from score_corrections where ballot_id = ballot.id) else 0 end
    + (select count(*) from score_corrections c where c.ballot_id = ballot.id and c.by_id = app_user_id()
      and not exists (select from score_corrections later
        where later.ballot_id = c.ballot_id and later.field = c.field and later.at > c.at)))::integer
$$;
create or replace function check_ballot(school uuid, ballot uuid, typed jsonb, out outcome text, out differences jsonb, out is_checked boolean)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kept kept_ballots;
  own integer;
begin
  is_checked := false;
  differences := '[]';
  select * into kept from kept_ballots b
    where b.id = ballot and b.school_id = school and school in (select app_managed_schools()) for update;
  if not found then
    outcome := 'missing';
    return;
  end if;
  own := count_own_scores(kept);
  if own = count_scores(kept) then
    outcome := 'all own';
    return;
  end if;
  outcome := 'compared';
  select coalesce(jsonb_agg(jsonb_build_object('field', cell.key, 'kept', cell.value)), '[]') into differences
    from ballot_scores x cross join jsonb_each(x.scores) cell
    where x.ballot_id = ballot and cell.value is distinct from typed -> cell.key;
  if differences = '[]' then
    is_checked := own = 0 or kept.checked_at is not null or coalesce(kept.checked_by <> app_user_id(), false);
    -- The person who has confirmed most scores is named.
    update kept_ballots set checked_by = case when own = 0 then app_user_id() else coalesce(checked_by, app_user_id()) end,
      checked_at = case when is_checked then now() end where id = ballot;
  end if;
end $$;

-- What the person does whom a score is about: the part of the line-up. None for what a whole side does.
create function part_of(role text, number integer) returns text language sql immutable parallel safe strict
  return case role
    when 'opening' then 'open' when 'closing' then 'close'
    when 'attorney-direct' then 'direct' || number when 'attorney-cross' then 'cross' || number
    when 'witness-direct' then 'witness' || number when 'witness-cross' then 'witness' || number when 'witness' then 'witness' || number
    when 'pretrial' then 'pretrial' when 'clerk' then 'clerk' when 'bailiff' then 'bailiff' end
    || case when role in ('opening', 'closing', 'pretrial', 'clerk', 'bailiff') and number > 1 then number::text else '' end;
-- Whether two scores of different sides are given for the same moment: speech against speech, cross against the witness who is crossed.
create function are_opposed(role text, other text) returns boolean language sql immutable parallel safe strict
  return case role when 'attorney-cross' then other = 'witness-cross' when 'witness-cross' then other = 'attorney-cross'
    else role in ('opening', 'closing', 'pretrial') and other = role end;

-- As before, by what the cells of the ballot's sheet score. The ballot's mean is on the scale of the student's score, and an opponent's
-- score is only compared if its scale is the same.
drop function scores_of_student(uuid), own_scores(uuid), own_scores_anywhere(uuid), scores_by_link(bytea);
create function scores_of_student(student uuid)
  returns table (tournament_id uuid, round_id uuid, ballot_id uuid, judge_number smallint, part text, field text, label text, role text,
    min integer, max integer, score smallint, ballot_mean float8, opponent smallint, rank smallint, comment text)
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
      (select at::smallint from jsonb_array_elements_text(g.ranks -> case when g.part like 'witness%' then 'witness' else 'attorney' end)
        with ordinality as ranked (who, at) where who = student::text limit 1),
      g.comments ->> (g.side || ' ' || g.part)
    from given g
      join cells own on own.sheet_id = g.sheet_id and own.sheet_edition = g.sheet_edition and own.side = g.side
        and part_of(own.role, own.number) = g.part
      cross join lateral (
        select avg(((g.scores ->> c.key)::float8 - c.min) * 10 / (c.max - c.min)) as mean
          from cells c where c.sheet_id = g.sheet_id and c.sheet_edition = g.sheet_edition) average
$$;
revoke execute on function scores_of_student(uuid) from public;
create function own_scores(school uuid)
  returns table (student_id uuid, tournament_id uuid, round_id uuid, ballot_id uuid, judge_number smallint, part text, field text, label text,
    role text, min integer, max integer, score smallint, ballot_mean float8, opponent smallint, rank smallint, comment text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, own.* from students s cross join lateral scores_of_student(s.id) own
    where s.school_id = school and s.user_id = app_user_id() and app_user_id() is not null
      and (app_only_school() is null or school = app_only_school())
$$;
create function scores_by_link(hash bytea)
  returns table (tournament text, season text, round_id uuid, round smallint, side text, ballot_id uuid, judge_number smallint, part text,
    field text, label text, role text, min integer, max integer, score smallint, ballot_mean float8, opponent smallint, rank smallint)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.name, t.season, r.id, r.number, r.side, own.ballot_id, own.judge_number, own.part, own.field, own.label, own.role, own.min,
      own.max, own.score, own.ballot_mean, own.opponent, own.rank
    from student_links l join season_books b on b.school_id = l.school_id and b.shares_cards
      cross join lateral scores_of_student(l.student_id) own
      join rounds r on r.id = own.round_id join tournaments t on t.id = own.tournament_id and t.season = l.season
    where l.token_hash = hash and l.expires_at > now()
    order by t.starts_on, t.sort_name, r.number, own.judge_number, own.part, own.field
$$;
revoke execute on function own_scores(uuid), scores_by_link(bytea) from public;
grant execute on function own_scores(uuid), scores_by_link(bytea) to courtside_app;
