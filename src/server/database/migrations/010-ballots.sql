-- The ballots that a school keeps on purpose. All members read a ballot's totals; only staff reads its scores. A score changes by a
-- correction and in no other way, and only check_ballot says that two people agree: the role of the application can neither write
-- scores or totals that are there, nor say who has checked, kept or corrected them.
create table kept_ballots (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  -- None: handed over by a super admin, and waiting for the school to say which round it belongs to.
  round_id uuid,
  number smallint not null default 1 check (number between 1 and 9),
  judge text not null default '' check (judge = btrim(judge) and char_length(judge) <= 200 and judge !~ '[[:cntrl:]]'),
  source text not null check (source in ('typed', 'photo', 'file')),
  -- P's points minus D's, as the tab room announced them: at most 60 scores of up to 100 points, each ten times.
  tab_margin integer check (tab_margin between -60000 and 60000),
  -- Of the scores that were read. Stored here because viewers may read them.
  p_total integer not null default 0,
  d_total integer not null default 0,
  unread smallint not null default 0,
  kept_by uuid references users on delete set null,
  -- By a super admin, whose account the school's staff can't see.
  handed_over boolean not null default false,
  checked_by uuid references users on delete set null,
  checked_at timestamptz,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Its own, which stays when the tournament gets another sheet or a new edition: its scores are of this one.
  sheet_id text not null default 'college-28',
  sheet_edition smallint not null default 1,
  unique (id, school_id),
  unique (round_id, number),
  foreign key (sheet_id, sheet_edition) references score_sheets (id, edition),
  foreign key (round_id, school_id) references rounds (id, school_id) on delete cascade,
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index kept_ballots_by_school on kept_ballots (school_id, round_id);
create index kept_ballots_by_import on kept_ballots (import_id) where import_id is not null;
create index kept_ballots_by_sheet on kept_ballots (sheet_id, sheet_edition);
create index kept_ballots_by_keeper on kept_ballots (kept_by) where kept_by is not null;
create index kept_ballots_by_checker on kept_ballots (checked_by) where checked_by is not null;
-- When the account of the person who kept a ballot is deleted or restored, nobody changes the ballot.
create trigger stamp_change before update on kept_ballots for each row
  when (old.import_id is not distinct from new.import_id and old.kept_by is not distinct from new.kept_by) execute function stamp_change();
create trigger refuse_beyond_limit after insert on kept_ballots referencing new table as added
  for each statement execute function refuse_beyond_limit(10000, 'school_id');
alter table kept_ballots enable row level security;
grant select, insert (id, school_id, round_id, number, judge, source, tab_margin, kept_by, import_id, sheet_id, sheet_edition),
  update (round_id, number, judge, tab_margin), delete on kept_ballots to courtside_app;
create policy read on kept_ballots for select to courtside_app using (school_id in (select app_schools()));
create policy create_ on kept_ballots for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and kept_by = (select app_user_id()) and keeps_ballots(school_id));
create policy update_ on kept_ballots for update to courtside_app using (school_id in (select app_managed_schools()));
create policy delete_ on kept_ballots for delete to courtside_app using (school_id in (select app_managed_schools()));

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

-- Scores by the keys of the ballot's sheet, or null where nothing was read. Their ranges are the sheet's: `add_up_scores` checks them.
-- The whole text is matched once: matching each score takes longest when many ballots are restored or imported.
create function are_scores(scores jsonb) returns boolean language sql immutable parallel safe strict
  return case when scores::text ~ '^\{"[a-zA-Z][a-zA-Z0-9]{0,39}": (null|\d{1,2}|100)(, "[a-zA-Z][a-zA-Z0-9]{0,39}": (null|\d{1,2}|100))*\}$'
    then (select count(*) from jsonb_object_keys(scores)) <= 60 else false end;
-- Comments belong to a part of one side ("p open"), because both sides of a ballot can be the school's own. So a student reads only
-- comments on their own parts, and anonymizing one deletes only those.
create function are_comments(comments jsonb) returns boolean language sql immutable parallel safe strict
  return jsonb_typeof(comments) = 'object' and not exists (select from jsonb_each(comments)
    where key !~ '^[pd] ' or not is_part(substr(key, 3)) or jsonb_typeof(value) <> 'string');

create table ballot_scores (
  ballot_id uuid primary key,
  school_id uuid not null,
  scores jsonb not null check (are_scores(scores)),
  comments jsonb not null default '{}' check (are_comments(comments)),
  -- The students whom the judge ranked, best first: {"attorney": [id or null, ...], "witness": [...]}.
  ranks jsonb not null default '{"attorney": [], "witness": []}' check (jsonb_typeof(ranks) = 'object'),
  foreign key (ballot_id, school_id) references kept_ballots (id, school_id) on delete cascade
);
create index ballot_scores_by_school on ballot_scores (school_id);
alter table ballot_scores enable row level security;
grant select, insert, update (comments, ranks) on ballot_scores to courtside_app;
create policy read on ballot_scores for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on ballot_scores for insert to courtside_app with check (school_id in (select app_managed_schools()));
create policy update_ on ballot_scores for update to courtside_app using (school_id in (select app_managed_schools()));

-- What two people agreed on is no longer what the ballot says once a score changes. Any other change of this table gives the ballot a
-- new version, so that an open form can't bring back comments that were deleted. Restored totals stay as they were.
create function add_up_scores() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_ballot record;
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if new.scores = old.scores then
      update kept_ballots set number = number where id = new.ballot_id;
      return null;
    end if;
  end if;
  select coalesce(sum(score * weight) filter (where side = 'p'), 0) as p, coalesce(sum(score * weight) filter (where side = 'd'), 0) as d,
      count(*) filter (where score is null) as unread,
      bool_and(cell.key is not null and given.key is not null and (score between min and max) is not false) as are_of_sheet
    into of_ballot
    from (select c.* from kept_ballots b cross join cells_of_sheet(b.sheet_id, b.sheet_edition) c where b.id = new.ballot_id) cell
      full join (select key, value::integer as score from jsonb_each_text(new.scores)) given on given.key = cell.key;
  if of_ballot.are_of_sheet is not true then
    raise exception 'the ballot''s sheet has other scores, or other ranges' using errcode = '23514';
  end if;
  update kept_ballots b set p_total = of_ballot.p, d_total = of_ballot.d, unread = of_ballot.unread, checked_by = null, checked_at = null
    where b.id = new.ballot_id;
  return null;
end $$;
create trigger add_up_scores after insert or update on ballot_scores for each row execute function add_up_scores();
-- Comments that come back with a restored student change the ballot, too.
create function change_ballot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update kept_ballots set number = number where id = new.ballot_id;
  return null;
end $$;
create trigger change_ballot after update on ballot_scores for each row
  when (current_setting('app.restoring', true) = 'yes' and old.comments <> new.comments) execute function change_ballot();

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
create index ballot_scores_by_ranked on ballot_scores using gin (ranks) with (fastupdate = off);
create function is_ranked(student uuid) returns boolean language sql stable as $$
  select exists (select from ballot_scores where ranks @@ format('$.*[*] == "%s"', student)::jsonpath)
$$;
revoke execute on function is_ranked(uuid) from public;

create table score_corrections (
  id uuid primary key default gen_random_uuid(),
  ballot_id uuid not null,
  school_id uuid not null,
  field text not null,
  before smallint check (before between 0 and 100),
  after smallint check (after between 0 and 100),
  reason text not null check (reason = btrim(reason) and char_length(reason) between 1 and 200),
  by_id uuid default app_user_id() references users on delete set null,
  at timestamptz not null default now(),
  foreign key (ballot_id, school_id) references kept_ballots (id, school_id) on delete cascade
);
create index score_corrections_by_ballot on score_corrections (ballot_id, school_id);
create index score_corrections_by_school on score_corrections (school_id);
create index score_corrections_by_person on score_corrections (by_id) where by_id is not null;
alter table score_corrections enable row level security;
grant select, insert (ballot_id, school_id, field, after, reason) on score_corrections to courtside_app;
create policy read on score_corrections for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on score_corrections for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and by_id = app_user_id());

-- The correction itself changes the score, so neither can be there without the other. A ballot's corrections have an end, too.
create function apply_correction() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare max constant integer := 200;
begin
  if current_setting('app.restoring', true) = 'yes' then
    return new;
  end if;
  -- Corrections and checks of one ballot wait for each other.
  perform from kept_ballots where id = new.ballot_id and school_id = new.school_id for update;
  if (select count(*) from score_corrections where ballot_id = new.ballot_id) >= max then
    raise exception 'a ballot has at most % corrections', max using errcode = 'CS002';
  end if;
  select (scores ->> new.field)::smallint into new.before from ballot_scores
    where ballot_id = new.ballot_id and school_id = new.school_id;
  new.by_id := app_user_id();
  new.at := clock_timestamp();
  update ballot_scores set scores = scores || jsonb_build_object(new.field, new.after)
    where ballot_id = new.ballot_id and school_id = new.school_id;
  return new;
end $$;
create trigger apply_correction before insert on score_corrections for each row execute function apply_correction();

create function count_scores(ballot kept_ballots) returns integer language sql stable as $$
  select count(*)::integer from ballot_scores x cross join jsonb_object_keys(x.scores) where x.ballot_id = ballot.id
$$;
-- How many of the ballot's scores have the value that the person who asks gave them, by keeping the ballot or by a correction.
create function count_own_scores(ballot kept_ballots) returns integer language sql stable as $$
  select (case when ballot.kept_by = app_user_id() then count_scores(ballot) - (
      select count(distinct field) from score_corrections where ballot_id = ballot.id) else 0 end
    + (select count(*) from score_corrections c where c.ballot_id = ballot.id and c.by_id = app_user_id()
      and not exists (select from score_corrections later
        where later.ballot_id = c.ballot_id and later.field = c.field and later.at > c.at)))::integer
$$;
-- Compares the scores, typed without seeing the others, with those of the ballot as it is now. Nobody confirms a score that they gave
-- themselves: a person who corrected some in this check has confirmed the others (`checked_by` without `checked_at`), and the ballot
-- counts as checked by two once another person has confirmed those as well. `outcome`: 'missing', 'all own' or 'compared'.
create function check_ballot(school uuid, ballot uuid, typed jsonb, out outcome text, out differences jsonb, out is_checked boolean)
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
revoke execute on function check_ballot(uuid, uuid, jsonb) from public;
grant execute on function check_ballot(uuid, uuid, jsonb) to courtside_app;

-- A super admin hands a checked ballot to a school that keeps ballots, without reading anything there.
create function hand_over_ballot(ballot uuid, school uuid, judge text, source text, scores jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_is_super_admin() or not keeps_ballots(school) then
    raise exception 'only a super admin hands over ballots, and only to a school that keeps them' using errcode = '42501';
  end if;
  insert into kept_ballots (id, school_id, judge, source, kept_by, handed_over)
    values (ballot, school, judge, source, app_user_id(), true) on conflict (id) do nothing;
  if found then
    insert into ballot_scores (ballot_id, school_id, scores) values (ballot, school, scores);
    return true;
  end if;
  return exists (select from kept_ballots b where b.id = ballot and b.school_id = school and b.kept_by = app_user_id());
end $$;
revoke execute on function hand_over_ballot(uuid, uuid, text, text, jsonb) from public;
grant execute on function hand_over_ballot(uuid, uuid, text, text, jsonb) to courtside_app;

-- Every score of a student, with the ballot's mean and the direct opponent's score beside each, so that nobody else's score has to be
-- read for a comparison. Only the functions below call it: for the student, and for the holder of a link to the student's card.
-- The ballot's mean is on the scale of the student's score, an opponent's score is only compared if its scale is the same, and a rank is among
-- people of the student's kind, or among all.
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

-- The scores of the students that the person is.
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
revoke execute on function own_scores(uuid) from public;
grant execute on function own_scores(uuid) to courtside_app;

-- A round whose side was wrong, and a ballot that was kept with the wrong round: the comments stay about our students. Where both sides
-- are ours, they stay about their side.
create function swap_sides(comments jsonb) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_object_agg(translate(left(key, 1), 'pd', 'dp') || substr(key, 2), value), '{}') from jsonb_each(comments)
$$;
create function has_two_own_sides(round rounds) returns boolean language sql stable as $$
  select round.shared_with is not null or exists (select from rounds r where r.shared_with = round.id)
$$;
-- Also swaps the comments in the copies of deleted students and of undone imports. Otherwise they would be restored to the other side.
create function swap_comments_of(school uuid, ballots uuid[]) returns void language plpgsql as $$
begin
  update ballot_scores set comments = swap_sides(comments) where ballot_id = any (ballots) and comments <> '{}';
  update deleted_rows d set rows = (
      select jsonb_agg(case when (row ->> 'ballot_id')::uuid = any (ballots)
          then jsonb_set(row, '{comments}', swap_sides(row -> 'comments')) else row end)
        from jsonb_array_elements(d.rows) row)
    from deleted_records r
    where r.record_id = d.record_id and r.school_id = school and d.table_name = 'ballot_scores'
      and exists (select from jsonb_array_elements(d.rows) row where (row ->> 'ballot_id')::uuid = any (ballots));
end $$;
revoke execute on function swap_comments_of(uuid, uuid[]) from public;
create function swap_comments_of_round() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_two_own_sides(old) and not has_two_own_sides(new) then
    perform swap_comments_of(new.school_id, array(
      select id from kept_ballots where round_id = new.id
      union
      select (ballot ->> 'id')::uuid
        from deleted_records r join deleted_rows d using (record_id) cross join jsonb_array_elements(d.rows) ballot
        where r.school_id = new.school_id and r.subject = 'import' and d.table_name = 'kept_ballots' and d.columns = '{}'
          and ballot ->> 'round_id' = new.id::text));
  end if;
  return null;
end $$;
create trigger swap_comments after update of side on rounds for each row when (old.side <> new.side)
  execute function swap_comments_of_round();
create function swap_comments_of_ballot() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from rounds a cross join rounds b where a.id = old.round_id and b.id = new.round_id
      and a.side <> b.side and not has_two_own_sides(a) and not has_two_own_sides(b)) then
    perform swap_comments_of(new.school_id, array[new.id]);
  end if;
  return null;
end $$;
create trigger swap_comments after update of round_id on kept_ballots for each row when (old.round_id <> new.round_id)
  execute function swap_comments_of_ballot();

-- After a large import, the statistics by which PostgreSQL plans can describe a season book that is nearly empty until autovacuum
-- comes by. Only the owner of a table may analyze it. Skips a table that somebody else is analyzing or vacuuming.
create function analyze_season_book(added integer) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown text;
begin
  for grown in select relname from pg_class
    where relnamespace = 'public'::regnamespace and reltuples < 10 * added
      and relname in ('students', 'tournaments', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores')
  loop
    execute format('analyze (skip_locked) %I', grown);
  end loop;
end $$;
revoke execute on function analyze_season_book(integer) from public;
grant execute on function analyze_season_book(integer) to courtside_app;
