-- A school's teams, students and tournaments, and the imports of seasons that some of them came with.

-- A season lasts from July to June: "2026-27".
create function season_of(day date) returns text language sql immutable parallel safe strict
  return to_char(day - interval '6 months', 'YYYY') || '-' || to_char(day + interval '6 months', 'YY');

-- What an import added has its id, so that it can be undone.
create table season_imports (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  file_name text not null check (char_length(file_name) between 1 and 200),
  by_id uuid references users on delete set null,
  created_at timestamptz not null default now(),
  -- Rounds of the school's own teams that the import joined into one. Undoing it separates them again.
  joined_rounds uuid[] not null default '{}',
  unique (id, school_id)
);
create index season_imports_by_school on season_imports (school_id, created_at desc);
create index season_imports_by_person on season_imports (by_id) where by_id is not null;
create trigger refuse_beyond_limit after insert on season_imports referencing new table as added
  for each statement execute function refuse_beyond_limit(1000, 'school_id');
alter table season_imports enable row level security;
grant select, insert (id, school_id, file_name, by_id, joined_rounds), delete on season_imports to courtside_app;
create policy read on season_imports for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on season_imports for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and by_id = (select app_user_id()));
create policy delete_ on season_imports for delete to courtside_app using (school_id in (select app_managed_schools()));

create table teams (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  name trimmed_name not null,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  unique (school_id, sort_name),
  unique (id, school_id),
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index teams_by_import on teams (import_id) where import_id is not null;
-- Returns the teams whose names are most similar to a name read from paper, without comparing it with every name. With the default
-- signature of 12 bytes most names look alike to it.
create index teams_by_likeness on teams using gist (sort_name gist_trgm_ops (siglen = 64));

create table students (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  team_id uuid,
  name trimmed_name not null,
  -- The person who the student is when signed in. They belong to the school.
  user_id uuid,
  class_year smallint check (class_year between 1980 and 2200),
  is_archived boolean not null default false,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  -- The names that the student had before. They are forgotten with the student (016-forgetting.sql).
  former_names text[],
  unique (school_id, sort_name),
  unique (id, school_id),
  unique (user_id, school_id),
  -- A student's team is one of the student's own school. Without the team, the student stays.
  foreign key (team_id, school_id) references teams (id, school_id) on delete set null (team_id),
  foreign key (user_id, school_id) references users_schools (user_id, school_id) on delete set null (user_id),
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index students_by_team on students (team_id);
create index students_by_import on students (import_id) where import_id is not null;
create function keep_former_name() returns trigger language plpgsql as $$
begin
  new.former_names := array(select distinct unnest(array_append(old.former_names, old.name::text)));
  return new;
end $$;
create trigger keep_former_name before update of name on students for each row when (old.name <> new.name)
  execute function keep_former_name();

create table tournaments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  name trimmed_name not null,
  season text not null default season_of(current_date)
    check (season ~ '^\d{4}-\d{2}$' and right(season, 2)::int = (left(season, 4)::int + 1) % 100),
  starts_on date,
  ends_on date check (ends_on >= starts_on),
  place text check (place = btrim(place) and char_length(place) between 1 and 200 and place !~ '[[:cntrl:]]'),
  case_id uuid references cases on delete set null,
  import_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  -- On which sheet its rounds are scored.
  sheet_id text not null default 'college-28',
  sheet_edition smallint not null default 1,
  unique (school_id, season, sort_name),
  unique (id, school_id),
  foreign key (sheet_id, sheet_edition) references score_sheets (id, edition),
  foreign key (import_id, school_id) references season_imports (id, school_id) on delete set null (import_id)
);
create index tournaments_by_case on tournaments (case_id) where case_id is not null;
create index tournaments_by_import on tournaments (import_id) where import_id is not null;
create index tournaments_by_sheet on tournaments (sheet_id, sheet_edition);
create trigger refuse_other_sheet before insert or update of sheet_id, sheet_edition on tournaments for each row
  when (new.sheet_id <> 'college-28') execute function refuse_other_sheet();

-- One rule for the three. Undoing an import changes nothing else of a record, so its version stays. It also stays when the deletion of another
-- record empties the references to it, inside another trigger, and when a restore fills them again.
do $$
declare roster text;
begin
  foreach roster in array array['teams', 'students', 'tournaments'] loop
    execute format('create trigger stamp_change before update on %I for each row
      when (old.import_id is not distinct from new.import_id and pg_trigger_depth() = 0
        and current_setting(''app.restoring'', true) is distinct from ''yes'') execute function stamp_change()', roster);
    execute format('create trigger refuse_beyond_limit after insert on %I referencing new table as added
      for each statement execute function refuse_beyond_limit(2000, ''school_id'')', roster);
    execute format('alter table %I enable row level security', roster);
    execute format('grant select, insert, update (name), delete on %I to courtside_app', roster);
    execute format('create policy read on %I for select to courtside_app
      using ((select app_is_super_admin()) or school_id in (select app_schools()))', roster);
    execute format('create policy create_ on %I for insert to courtside_app
      with check ((select app_is_super_admin()) or school_id in (select app_managed_schools()))', roster);
    execute format('create policy update_ on %I for update to courtside_app
      using ((select app_is_super_admin()) or school_id in (select app_managed_schools()))', roster);
    execute format('create policy delete_ on %I for delete to courtside_app
      using ((select app_is_super_admin()) or school_id in (select app_managed_schools()))', roster);
  end loop;
end $$;
grant update (team_id, user_id, class_year, is_archived) on students to courtside_app;
grant update (season, starts_on, ends_on, place, case_id, sheet_id, sheet_edition) on tournaments to courtside_app;
