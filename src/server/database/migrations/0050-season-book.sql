-- The season book: tournaments with their rounds, who did which part, and the ballots that a school keeps on purpose.
-- Viewers read rounds and totals; scores, line-ups and corrections are for a school's staff. Super admins read none of it.

-- A season lasts from July to June: "2026-27".
create function season_of(day date) returns text language sql immutable parallel safe strict
  return to_char(day - interval '6 months', 'YYYY') || '-' || to_char(day + interval '6 months', 'YY');

-- The schools of which the person is a Primary Admin. Only rare writes ask, so `enter` does not look it up for every call.
create function app_primary_schools() returns setof uuid language sql stable security definer rows 3
  set search_path = public, pg_temp
  as $$ select school_id from users_schools where user_id = app_user_id() and role = 'primary' $$;

create table season_books (
  school_id uuid primary key references schools on delete cascade,
  keeps_ballots boolean not null default false,
  -- Everything kept is deleted after this day.
  keep_until date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create function keeps_ballots(school uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp
  as $$ select exists (select from season_books b where b.school_id = school and b.keeps_ballots) $$;

-- Two seasons may have a tournament of the same name.
alter table tournaments
  add season text not null default season_of(current_date)
    check (season ~ '^\d{4}-\d{2}$' and right(season, 2)::int = (left(season, 4)::int + 1) % 100),
  add starts_on date,
  add ends_on date check (ends_on >= starts_on),
  add place text check (place = btrim(place) and char_length(place) between 1 and 200 and place !~ '[[:cntrl:]]'),
  add case_id uuid references cases on delete set null,
  add unique (id, school_id);
update tournaments set season = season_of(created_at::date) where season <> season_of(created_at::date);
alter table tournaments drop constraint tournaments_school_id_sort_name_key, add unique (school_id, season, sort_name);
create index tournaments_by_case on tournaments (case_id) where case_id is not null;

-- A student may be a person who signs in, as long as that person belongs to the school.
alter table students
  add user_id uuid,
  add class_year smallint check (class_year between 1980 and 2200),
  add is_archived boolean not null default false,
  add unique (id, school_id),
  add unique (user_id, school_id),
  add foreign key (user_id, school_id) references users_schools (user_id, school_id) on delete set null (user_id);

create table season_imports (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 200),
  by_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (id, school_id)
);
create index season_imports_by_school on season_imports (school_id, created_at desc);

-- What an import added can be taken back together.
alter table teams
  add import_id uuid,
  add foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id);
alter table students
  add import_id uuid,
  add foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id);
alter table tournaments
  add import_id uuid,
  add foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id);
create index teams_by_import on teams (import_id) where import_id is not null;
create index students_by_import on students (import_id) where import_id is not null;
create index tournaments_by_import on tournaments (import_id) where import_id is not null;

-- The history says nothing about imports on each row.
do $$
begin
  execute replace(pg_get_functiondef('record_change'::regproc), $q$'image']$q$, $q$'image', 'import_id']$q$);
end $$;

create table rounds (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  tournament_id uuid not null,
  team_id uuid,
  number smallint not null check (number between 1 and 20),
  side text not null check (side in ('p', 'd')),
  opponent text not null default ''
    check (opponent = btrim(opponent) and char_length(opponent) <= 200 and opponent !~ '[[:cntrl:]]'),
  outcome text not null default 'played' check (outcome in ('played', 'bye', 'forfeit won', 'forfeit lost')),
  case_id uuid references cases on delete set null,
  -- Two teams of the school meet: the D side's round names the P side's, which has the ballots of both.
  shared_with uuid,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id),
  unique (tournament_id, team_id, number),
  check (shared_with is null or side = 'd'),
  foreign key (tournament_id, school_id) references tournaments (id, school_id) on delete cascade,
  foreign key (team_id, school_id) references teams (id, school_id) on delete set null (team_id),
  foreign key (shared_with, school_id) references rounds (id, school_id) on delete set null (shared_with),
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index rounds_by_school on rounds (school_id);
create index rounds_by_team on rounds (team_id);
create index rounds_by_case on rounds (case_id) where case_id is not null;
create index rounds_by_shared on rounds (shared_with) where shared_with is not null;
create index rounds_by_import on rounds (import_id) where import_id is not null;

create table round_parts (
  round_id uuid not null,
  part text not null check (part in ('open', 'close', 'direct1', 'direct2', 'direct3', 'cross1', 'cross2', 'cross3',
    'witness1', 'witness2', 'witness3')),
  school_id uuid not null,
  -- Without the student the part, and its scores, stay.
  student_id uuid,
  -- The witness who is played, or crossed.
  witness_id uuid references witnesses on delete set null,
  primary key (round_id, part),
  foreign key (round_id, school_id) references rounds (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references students (id, school_id) on delete set null (student_id)
);
create index round_parts_by_student on round_parts (student_id) where student_id is not null;
create index round_parts_by_witness on round_parts (witness_id) where witness_id is not null;

create table kept_ballots (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  -- None: handed over by a super admin, and waiting for the school to say which round it is of.
  round_id uuid,
  number smallint not null default 1 check (number between 1 and 9),
  judge text not null default '' check (judge = btrim(judge) and char_length(judge) <= 200 and judge !~ '[[:cntrl:]]'),
  source text not null check (source in ('typed', 'photo', 'file')),
  -- P's points minus D's, as the tab room announced them.
  tab_margin smallint check (tab_margin between -140 and 140),
  -- Of the scores that were read. Kept here because viewers may read them.
  p_total smallint not null default 0,
  d_total smallint not null default 0,
  unread smallint not null default 28,
  kept_by uuid references users on delete set null,
  checked_by uuid references users on delete set null,
  checked_at timestamptz,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, school_id),
  unique (round_id, number),
  foreign key (round_id, school_id) references rounds (id, school_id) on delete cascade,
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index kept_ballots_by_school on kept_ballots (school_id);
create index kept_ballots_by_import on kept_ballots (import_id) where import_id is not null;

-- 28 scores by the names of the form's fields, each from 0 to 10, or null where nothing was read.
create function are_scores(scores jsonb) returns boolean language sql immutable parallel safe strict
  return jsonb_typeof(scores) = 'object' and (select count(*) = 28 and bool_and(
      key ~ '^[pd](Open|Close|W?(Direct|Cross)[1-3])$'
      and (value = 'null' or jsonb_typeof(value) = 'number' and value::text ~ '^(\d|10)$'))
    from jsonb_each(scores));

create table ballot_scores (
  ballot_id uuid primary key,
  school_id uuid not null,
  scores jsonb not null check (are_scores(scores)),
  -- What the judge wrote, by part of our side.
  comments jsonb not null default '{}' check (jsonb_typeof(comments) = 'object'),
  -- The students whom the judge ranked, best first: {"attorney": [id or null, ...], "witness": [...]}, at most four each.
  ranks jsonb not null default '{"attorney": [], "witness": []}' check (jsonb_typeof(ranks) = 'object'),
  foreign key (ballot_id, school_id) references kept_ballots (id, school_id) on delete cascade
);
create index ballot_scores_by_school on ballot_scores (school_id);

create table score_corrections (
  id uuid primary key default gen_random_uuid(),
  ballot_id uuid not null,
  school_id uuid not null,
  field text not null,
  before smallint check (before between 0 and 10),
  after smallint check (after between 0 and 10),
  reason text not null check (reason = btrim(reason) and char_length(reason) between 1 and 200),
  by_id uuid default app_user_id() references users on delete set null,
  at timestamptz not null default now(),
  foreign key (ballot_id, school_id) references kept_ballots (id, school_id) on delete cascade
);
create index score_corrections_by_ballot on score_corrections (ballot_id);
create index score_corrections_by_school on score_corrections (school_id);

do $$
declare stamped text;
begin
  foreach stamped in array array['season_books', 'rounds', 'kept_ballots'] loop
    execute format('create trigger stamp_change before update on %I for each row execute function stamp_change()', stamped);
  end loop;
end $$;

-- A change of scores or parts is a change of the ballot or round that they belong to.
create function add_up_scores() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update kept_ballots b set
    p_total = (select coalesce(sum(value::int), 0) from jsonb_each_text(new.scores) where key like 'p%'),
    d_total = (select coalesce(sum(value::int), 0) from jsonb_each_text(new.scores) where key like 'd%'),
    unread = (select count(*) from jsonb_each_text(new.scores) where value is null)
    where b.id = new.ballot_id;
  return null;
end $$;
create trigger add_up_scores after insert or update on ballot_scores for each row execute function add_up_scores();

-- Row security.
do $$
declare secured text;
begin
  foreach secured in array array['season_books', 'season_imports', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores',
    'score_corrections'] loop
    execute format('alter table %I enable row level security', secured);
  end loop;
  -- Rounds and totals are read by all members, what belongs to students by staff. Staff writes both.
  foreach secured in array array['rounds', 'kept_ballots'] loop
    execute format('create policy read on %I for select to courtside_app using (school_id in (select app_schools()))', secured);
  end loop;
  foreach secured in array array['season_imports', 'round_parts', 'ballot_scores', 'score_corrections'] loop
    execute format('create policy read on %I for select to courtside_app
      using (school_id in (select app_managed_schools()))', secured);
  end loop;
  foreach secured in array array['season_imports', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores'] loop
    execute format('grant select, insert, delete on %I to courtside_app', secured);
    execute format('create policy create_ on %I for insert to courtside_app
      with check (school_id in (select app_managed_schools()) %s)', secured,
      case secured when 'kept_ballots' then 'and keeps_ballots(school_id)' else '' end);
    execute format('create policy update_ on %I for update to courtside_app
      using (school_id in (select app_managed_schools()))', secured);
    execute format('create policy delete_ on %I for delete to courtside_app
      using (school_id in (select app_managed_schools()))', secured);
  end loop;
end $$;
grant update (tournament_id, team_id, number, side, opponent, outcome, case_id, shared_with) on rounds to courtside_app;
grant update (student_id, witness_id) on round_parts to courtside_app;
grant update (round_id, number, judge, tab_margin, checked_by, checked_at) on kept_ballots to courtside_app;
grant update (scores, comments, ranks) on ballot_scores to courtside_app;
grant select, insert on score_corrections to courtside_app;
create policy create_ on score_corrections for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and by_id = app_user_id());
drop policy update_ on season_imports;

grant select, insert, delete on season_books to courtside_app;
grant update (keeps_ballots, keep_until) on season_books to courtside_app;
create policy read on season_books for select to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_schools()));
create policy create_ on season_books for insert to courtside_app with check (school_id in (select app_primary_schools()));
create policy update_ on season_books for update to courtside_app using (school_id in (select app_primary_schools()));
create policy delete_ on season_books for delete to courtside_app using (school_id in (select app_primary_schools()));

grant update (season, starts_on, ends_on, place, case_id) on tournaments to courtside_app;
grant update (user_id, class_year, is_archived) on students to courtside_app;

-- A super admin hands a checked ballot to a school that keeps ballots, without reading anything there.
create function hand_over_ballot(ballot uuid, school uuid, judge text, source text, scores jsonb) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_is_super_admin() or not keeps_ballots(school) then
    raise exception 'only a super admin hands over ballots, and only to a school that keeps them' using errcode = '42501';
  end if;
  insert into kept_ballots (id, school_id, judge, source, kept_by) values (ballot, school, judge, source, app_user_id())
    on conflict (id) do nothing;
  if found then
    insert into ballot_scores (ballot_id, school_id, scores) values (ballot, school, scores);
    return true;
  end if;
  return exists (select from kept_ballots b where b.id = ballot and b.school_id = school and b.kept_by = app_user_id());
end $$;
revoke execute on function hand_over_ballot(uuid, uuid, text, text, jsonb) from public;
grant execute on function hand_over_ballot(uuid, uuid, text, text, jsonb) to courtside_app;

-- The scores of the students that the person is, with the ballot's mean and the direct opponent's score beside each, so that
-- nobody else's score has to be read for a comparison.
create function own_scores(school uuid)
  returns table (student_id uuid, tournament_id uuid, round_id uuid, ballot_id uuid, judge_number smallint, part text,
    field text, score smallint, ballot_mean float8, opponent smallint, rank smallint, comment text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, r.tournament_id, r.id, b.id, b.number, p.part, cell.field, (x.scores ->> cell.field)::smallint,
      average.mean, (x.scores ->> cell.opposing)::smallint,
      (select at::smallint from jsonb_array_elements_text(x.ranks -> case when p.part like 'witness%' then 'witness' else 'attorney' end)
        with ordinality as ranked (who, at) where who = s.id::text limit 1),
      -- Of two own teams, the comments are about the P side.
      case when r.id = b.round_id then x.comments ->> p.part end
    from students s
      join round_parts p on p.student_id = s.id
      join rounds r on r.id = p.round_id
      join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
      join ballot_scores x on x.ballot_id = b.id
      cross join lateral (select avg(value::int)::float8 as mean from jsonb_each_text(x.scores)) average
      cross join lateral (
        select r.side || kind as field, case r.side when 'p' then 'd' else 'p' end || against as opposing
          from (values ('open', 'Open', 'Open'), ('close', 'Close', 'Close'),
            ('direct1', 'Direct1', null), ('direct2', 'Direct2', null), ('direct3', 'Direct3', null),
            ('cross1', 'Cross1', 'WCross1'), ('cross2', 'Cross2', 'WCross2'), ('cross3', 'Cross3', 'WCross3'),
            ('witness1', 'WDirect1', null), ('witness1', 'WCross1', 'Cross1'),
            ('witness2', 'WDirect2', null), ('witness2', 'WCross2', 'Cross2'),
            ('witness3', 'WDirect3', null), ('witness3', 'WCross3', 'Cross3')) as cells (of_part, kind, against)
          where of_part = p.part) cell
    where s.school_id = school and s.user_id = app_user_id() and app_user_id() is not null
$$;
revoke execute on function own_scores(uuid) from public;
grant execute on function own_scores(uuid) to courtside_app;

-- The history has that somebody kept, corrected or deleted a ballot, and never a score.
create function record_season_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select app_user_id(), person.name, person.email, tg_argv[0],
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      (whole ->> tg_argv[1])::uuid, (whole ->> 'school_id')::uuid,
      case tg_argv[0]
        when 'seasonBook' then 'Season book'
        when 'round' then 'Round ' || (whole ->> 'number')
        else 'Ballot of judge ' || (whole ->> 'number') end
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return coalesce(new, old);
end $$;

do $$
declare recorded record;
begin
  for recorded in select * from (values ('season_books', 'seasonBook', 'school_id'), ('rounds', 'round', 'id'),
      ('kept_ballots', 'keptBallot', 'id')) as t (name, subject, record) loop
    -- Not for what another trigger changes, such as totals: the person's own statement was recorded.
    execute format('create trigger record_change after insert or update on %I for each row when (pg_trigger_depth() = 0)
      execute function record_season_change(%L, %L)', recorded.name, recorded.subject, recorded.record);
    execute format('create trigger record_end before delete on %I for each row execute function record_season_change(%L, %L)',
      recorded.name, recorded.subject, recorded.record);
  end loop;
  for recorded in select * from (values ('season_books', 'seasonBook', 'school_id'), ('rounds', 'round', 'id'),
      ('round_parts', 'round', 'round_id'), ('kept_ballots', 'keptBallot', 'id'), ('ballot_scores', 'keptBallot', 'ballot_id'),
      ('season_imports', 'round', 'null::uuid')) as t (name, subject, record) loop
    execute format('create trigger tell_new after insert on %I referencing new table as changed
      for each statement execute function tell_change(%L, %L, %L)', recorded.name, recorded.subject, 'school_id', recorded.record);
    execute format('create trigger tell_changed after update on %I referencing new table as changed
      for each statement execute function tell_change(%L, %L, %L)', recorded.name, recorded.subject, 'school_id', recorded.record);
    execute format('create trigger tell_gone after delete on %I referencing old table as changed
      for each statement execute function tell_change(%L, %L, %L)', recorded.name, recorded.subject, 'school_id', recorded.record);
  end loop;
end $$;

-- Limits: as for rosters, but a book has more of these.
create or replace function refuse_beyond_limit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  max constant integer := coalesce(tg_argv[0]::integer, 2000);
  counted integer;
  grown uuid;
begin
  for grown in select distinct school_id from added loop
    execute format('select count(*) from %I where school_id = $1', tg_table_name) into counted using grown;
    if counted > max then
      raise exception 'a school has at most % %', max, tg_table_name using errcode = 'CS002';
    end if;
  end loop;
  return null;
end $$;
create trigger refuse_beyond_limit after insert on rounds referencing new table as added
  for each statement execute function refuse_beyond_limit(5000);
create trigger refuse_beyond_limit after insert on kept_ballots referencing new table as added
  for each statement execute function refuse_beyond_limit(10000);

-- A deleted or anonymized student's name leaves the history too: what happened stays, without the name.
create or replace function refuse_rewriting_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.forgetting', true) = 'yes' then
    return new;
  end if;
  raise exception 'the history cannot be rewritten' using errcode = '42501';
end $$;

create function forget_student(student uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.forgetting', 'yes', true);
  update changes set label = 'Deleted student', before = before - 'name', after = after - 'name'
    where record_id = student and subject = 'student';
  perform set_config('app.forgetting', '', true);
end $$;
revoke execute on function forget_student(uuid) from public;

create function forget_deleted_student() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_student(old.id);
  return null;
end $$;
create trigger forget_deleted_student after delete on students for each row execute function forget_deleted_student();

-- Comments are free text and may name the student.
create function forget_comments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ballot_scores x set comments = x.comments - p.part
    from round_parts p join rounds r on r.id = p.round_id join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
    where p.student_id = old.id and x.ballot_id = b.id and x.comments ? p.part;
  return old;
end $$;
create trigger forget_comments before delete on students for each row execute function forget_comments();
