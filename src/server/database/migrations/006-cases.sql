-- Cases and their witnesses. Everybody who is signed in reads them.
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
  search text not null generated always as (findable(name || ' ' || year::text)) stored
);
create index cases_by_activity on cases (is_active desc, sort_name, id);
create index cases_by_search on cases using gin (search gin_trgm_ops);
create trigger stamp_change before update on cases for each row execute function stamp_change();
alter table cases enable row level security;
grant select, insert, update (name, year, type, area, is_active), delete on cases to courtside_app;
create policy read on cases for select to courtside_app using ((select app_is_signed_in()));
create policy create_ on cases for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on cases for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on cases for delete to courtside_app using ((select app_is_db_manager()));

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
create trigger stamp_change before update on witnesses for each row execute function stamp_change();
alter table witnesses enable row level security;
grant select, insert, update (name, side, type), delete on witnesses to courtside_app;
create policy read on witnesses for select to courtside_app using ((select app_is_signed_in()));
create policy create_ on witnesses for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on witnesses for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on witnesses for delete to courtside_app using ((select app_is_super_admin()));
