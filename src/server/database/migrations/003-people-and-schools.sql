-- People, schools, and who belongs to which school. The policies of every table are beside it: the same matrix as
-- src/contract/permissions.ts, enforced by PostgreSQL.
create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  name trimmed_name not null,
  last_sign_in timestamptz,
  must_change_password boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  search text not null generated always as (findable(name || ' ' || email)) stored
);
create unique index users_email_key on users (email);
-- Lists are sorted by email or by name.
create index users_by_email on users (email collate "C", id);
create index users_by_name on users (sort_name, id);
create index users_by_last_sign_in on users (last_sign_in);
create index users_by_search on users using gin (search gin_trgm_ops);
-- Signing in updates the row, too, and must not conflict with anybody's form.
create trigger stamp_change before update of name, email on users for each row execute function stamp_change();

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
  search text not null generated always as (findable(name || ' ' || short_name)) stored
);
create index schools_by_name on schools (sort_name, id);
create index schools_by_short_name on schools (sort_short_name, id);
create index schools_by_premium on schools (is_premium, sort_name, id);
create index schools_by_search on schools using gin (search gin_trgm_ops);
create trigger stamp_change before update on schools for each row execute function stamp_change();

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
create index users_schools_by_role on users_schools (role, user_id);
create trigger stamp_change before update on users_schools for each row execute function stamp_change();

-- Lists are read whole, so they have an end: nobody adds beyond it. What is there already stays. Two people who add to a full list at
-- the same moment would each count without the other's rows. So each list has a lock: its table, and the school or person it belongs
-- to. It is held until the transaction ends.
create function lock_list(of_table text, owner uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(of_table || ' ' || owner, 0))
$$;
-- Arguments: the limit, and the column with the list's owner.
create function refuse_beyond_limit() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  max constant integer := tg_argv[0];
  owner_column constant text := tg_argv[1];
  counted integer;
  grown uuid;
begin
  if tg_table_name = 'access_requests' and current_setting('app.restoring', true) = 'yes' then
    -- A restored person may have asked other schools since.
    return null;
  end if;
  -- In one order, so that two statements don't wait for each other.
  for grown in execute format('select distinct %I from added order by 1', owner_column) loop
    perform lock_list(tg_table_name, grown);
    execute format('select count(*) from %I where %I = $1', tg_table_name, owner_column) into counted using grown;
    if counted > max then
      raise exception 'a list has at most % %', max, tg_table_name using errcode = 'CS002';
    end if;
  end loop;
  return null;
end $$;
create trigger refuse_beyond_limit after insert on users_schools referencing new table as added
  for each statement execute function refuse_beyond_limit(2000, 'school_id');

-- Asked only by policies of rare writes, so a call does not look it up when it enters.
create function app_primary_schools() returns setof uuid language sql stable security definer rows 3
  set search_path = public, pg_temp
  as $$
    select school_id from users_schools where user_id = app_user_id() and role = 'primary'
      and (app_only_school() is null or school_id = app_only_school())
  $$;

-- A function, because the planner overestimated the cost of the policy's subquery and read every user rather than look up the few
-- of one school. `rows` tells it that a school has few people.
create function app_colleagues() returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp
  as $$ select theirs.user_id from users_schools theirs where theirs.school_id in (select app_schools()) $$;

-- Users are added on the command line and deleted by delete_auth_user.
alter table users enable row level security;
grant select (id, email, name, last_sign_in, version, created_at, updated_at, sort_name, search), update (name)
  on users to courtside_app;
create policy read on users for select to courtside_app
  using ((select app_is_super_admin()) or id = (select app_user_id()) or id in (select app_colleagues()));
create policy update_ on users for update to courtside_app using ((select app_is_super_admin()));

-- Granted and revoked on the command line only.
alter table super_admins enable row level security;
grant select on super_admins to courtside_app;
create policy read on super_admins for select to courtside_app
  using (user_id = (select app_user_id()) or (select app_is_super_admin()));

alter table schools enable row level security;
grant select, insert, update (name, short_name, is_premium), delete on schools to courtside_app;
create policy read on schools for select to courtside_app
  using ((select app_is_super_admin()) or id in (select app_schools()));
create policy create_ on schools for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on schools for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on schools for delete to courtside_app using ((select app_is_db_manager()));

alter table users_schools enable row level security;
grant select, insert, update (role), delete on users_schools to courtside_app;
create policy read on users_schools for select to courtside_app
  using ((select app_is_super_admin()) or user_id = (select app_user_id()) or school_id in (select app_schools()));
-- A token of one school doesn't see that the person belongs to others.
create policy only_school on users_schools as restrictive for select to courtside_app
  using ((select app_only_school()) is null or school_id = (select app_only_school()));
create policy create_ on users_schools for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on users_schools for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on users_schools for delete to courtside_app using ((select app_is_super_admin()));

-- The schools with rows that refer to a user.
create function schools_with_user(person uuid) returns setof uuid language plpgsql stable as $$
begin
  return query execute (
    select string_agg(format('select school_id from %I where %s = $1', child, columns[1]), ' union ')
      from foreign_keys() f
      where parent = 'users' and exists (select from pg_attribute where attrelid = child::regclass and attname = 'school_id'))
    using person;
end $$;
revoke execute on function schools_with_user(uuid) from public;
-- Deletes the person, the sessions and the assignments together. The only database manager stays: nobody else could delete anything any
-- more. The first lock makes two managers who delete each other at the same moment wait for one another. The others are taken in the order
-- in which other deletions and corrections take them: seasons, or schools, which may have no season, then ballots.
create function delete_auth_user(target_user_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_is_db_manager() then
    raise exception 'only a database manager deletes a user' using errcode = '42501';
  end if;
  perform from super_admins where db_manager for update;
  if exists (select from super_admins where user_id = target_user_id and db_manager)
    and not exists (select from super_admins where user_id <> target_user_id and db_manager) then
    raise exception 'the only database manager cannot be deleted' using errcode = 'CS001';
  end if;
  perform from season_books where school_id in (select schools_with_user(target_user_id)) order by school_id for update;
  perform from schools where id in (select schools_with_user(target_user_id)) order by id for key share;
  perform from kept_ballots where target_user_id in (kept_by, checked_by) order by id for update;
  delete from users where id = target_user_id;
  return found;
end $$;
revoke execute on function delete_auth_user(uuid) from public;
grant execute on function delete_auth_user(uuid) to courtside_app;

-- Lists of any size for super admins. Row security keeps the indexes of a search from being used: PostgreSQL lets no operator
-- that is not proven leakproof (`like` is not) look at rows before the policy has. These views ask the policy's question
-- once, before the first row, and return either everything or nothing.
create view users_for_super_admins with (security_barrier = false) as
  select id, email, name, version, sort_name, search, last_sign_in from users where (select app_is_super_admin());
create view schools_for_super_admins with (security_barrier = false) as
  select id, name, short_name, is_premium, version, sort_name, sort_short_name, search from schools
  where (select app_is_super_admin());
-- Who belongs where, for the numbers in these lists.
create view assignments_for_super_admins with (security_barrier = false) as
  select user_id, school_id, role from users_schools where (select app_is_super_admin());
grant select on users_for_super_admins, schools_for_super_admins, assignments_for_super_admins to courtside_app;
