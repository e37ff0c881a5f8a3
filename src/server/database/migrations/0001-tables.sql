-- Everything Courtside knows: schools and their people, cases and their witnesses, rosters, sign-in, service status.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- The form in which names are searched and sorted: without case and accents, so that "lukasz" finds "Łukasz".
create function searchable(value text) returns text
  language sql immutable parallel safe strict
  return lower(unaccent('unaccent'::regdictionary, value));

-- Every change gives a row a new version, so that a form that was read before somebody else's change is recognised.
create function stamp_change() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := clock_timestamp();
  return new;
end $$;

create domain trimmed_name as text
  check (value = btrim(value) and char_length(value) between 1 and 200 and value !~ '[[:cntrl:]]');

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  name trimmed_name not null,
  last_sign_in timestamptz,
  must_change_password boolean not null default false,
  email_verified boolean not null default false,
  image text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  search text not null generated always as (searchable(name || ' ' || email)) stored
);
create unique index users_email_key on users (email collate "C");
create index users_by_name on users (sort_name, id);
create index users_by_search on users using gin (search gin_trgm_ops);

create table super_admins (
  user_id uuid primary key references users on delete cascade,
  db_manager boolean not null default false,
  created_at timestamptz not null default now()
);

create table schools (
  id uuid primary key default gen_random_uuid(),
  name trimmed_name not null,
  short_name trimmed_name not null,
  is_premium boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  sort_short_name text collate "C" not null generated always as (searchable(short_name)) stored,
  search text not null generated always as (searchable(name || ' ' || short_name)) stored
);
create index schools_by_name on schools (sort_name, id);
create index schools_by_short_name on schools (sort_short_name, id);
create index schools_by_search on schools using gin (search gin_trgm_ops);

create table users_schools (
  user_id uuid not null references users on delete cascade,
  school_id uuid not null references schools on delete cascade,
  role text not null default 'viewer' check (role in ('primary', 'admin', 'viewer')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, school_id)
);
create index users_schools_by_school on users_schools (school_id, role);

create table cases (
  id uuid primary key default gen_random_uuid(),
  name trimmed_name not null,
  year integer not null check (year between 1980 and 9999),
  type text not null default 'civil' check (type in ('civil', 'criminal')),
  area text check (area in ('invitationals/regionals/orcs', 'nationals', 'rookie rumble', 'olt', 'other')),
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  search text not null generated always as (searchable(name || ' ' || year::text)) stored
);
create index cases_by_activity on cases (is_active desc, sort_name, id);
create index cases_by_search on cases using gin (search gin_trgm_ops);

create table witnesses (
  id uuid primary key default gen_random_uuid(),
  case_id uuid not null references cases on delete cascade,
  name trimmed_name not null,
  side text not null default 'p' check (side in ('p', 'd', 's')),
  type text not null default 'character' check (type in ('character', 'expert', 'party rep', 'police/investigator', 'other')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored
);
create index witnesses_by_case on witnesses (case_id, sort_name, id);

create table teams (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  name trimmed_name not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  unique (school_id, sort_name),
  unique (id, school_id)
);

create table students (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  team_id uuid,
  name trimmed_name not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  unique (school_id, sort_name),
  -- A student's team is one of the student's own school; without the team the student stays.
  foreign key (team_id, school_id) references teams (id, school_id) on delete set null (team_id)
);
create index students_by_team on students (team_id);

create table tournaments (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  name trimmed_name not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  unique (school_id, sort_name)
);

do $$
declare stamped text;
begin
  foreach stamped in array array['schools', 'users_schools', 'cases', 'witnesses', 'teams', 'students', 'tournaments'] loop
    execute format('create trigger stamp_change before update on %I for each row execute function stamp_change()', stamped);
  end loop;
end $$;
-- Signing in updates a user's row, too, and is no change that anybody's form could conflict with.
create trigger stamp_change before update of name, email on users for each row execute function stamp_change();

-- Sign-in. Only the server's owner role reads or writes these tables.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);

create table accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_by_user on accounts (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- Failed sign-ins, counted per e-mail and address so that one attacker cannot lock the right person out.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  window_ends timestamptz not null
);

-- What the server itself must remember across starts: its secret, the demo world's password.
create table server_facts (
  name text primary key,
  value text not null
);

create table service_statuses (
  id uuid primary key default gen_random_uuid(),
  position integer not null unique,
  name trimmed_name not null,
  description text not null,
  status text not null check (status in ('operational', 'degraded', 'outage', 'maintenance')),
  uptime numeric(5, 2) not null check (uptime between 0 and 100),
  issues text,
  notice text,
  updated_at timestamptz not null default now()
);

create table incidents (
  id uuid primary key default gen_random_uuid(),
  title trimmed_name not null,
  description text not null,
  status text not null check (status in ('investigating', 'completed')),
  started_at timestamptz not null default now()
);

insert into service_statuses (position, name, description, status, uptime, issues, notice) values
  (1, 'Case Management', 'Cases, witnesses and who may see them', 'operational', 99.98, null, null),
  (2, 'Scoring System', 'Ballots, scores and results', 'operational', 99.95, null, null),
  (3, 'Evidence Repository', 'Files and exhibits', 'degraded', 97.32, 'increased latency for file uploads', null),
  (4, 'Database', 'Where everything is kept', 'maintenance', 99.89, null, 'scheduled maintenance Thursdays 2-4 AM EST');
insert into incidents (title, description, status, started_at) values
  ('Evidence Upload Delays', 'Uploads of evidence take longer than usual. We are looking into it.', 'investigating', now()),
  ('Scheduled Maintenance', 'The weekly maintenance of the database was completed.', 'completed', now() - interval '2 days');
