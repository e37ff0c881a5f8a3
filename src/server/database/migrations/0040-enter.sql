-- Who is asking is found out once per transaction, by `enter`. It leaves what policies need in settings of the transaction, so
-- that a policy reads a setting instead of asking the tables again for each statement.

-- The settings that policies read, and the role and limits of a call. Returns nothing for an unknown person, who then counts as
-- signed out. Only the login role may call it: a call's own statements run after the change of role.
create function become(person uuid)
  returns table (user_id uuid, email text, name text, must_change_password boolean, is_super_admin boolean,
    is_db_manager boolean, roles json)
  language plpgsql set search_path = public, pg_temp as $$
declare
  found_id uuid;
  schools text;
  managed text;
begin
  select u.id, u.email, u.name, u.must_change_password, a.user_id is not null, coalesce(a.db_manager, false)
    into found_id, become.email, become.name, become.must_change_password, become.is_super_admin, become.is_db_manager
    from users u left join super_admins a on a.user_id = u.id where u.id = person;
  if found_id is not null then
    select json_object_agg(us.school_id, us.role), string_agg(us.school_id::text, ','),
        string_agg(us.school_id::text, ',') filter (where us.role in ('primary', 'admin'))
      into become.roles, schools, managed from users_schools us where us.user_id = found_id;
    become.user_id := found_id;
    return next;
  end if;
  -- Somebody who still has to choose a first password sees no more than a visitor.
  if become.must_change_password then
    found_id := null;
  end if;
  perform
    set_config('app.user_id', coalesce(found_id::text, ''), true),
    set_config('app.super_admin', case when found_id is not null and become.is_super_admin then 'yes' else '' end, true),
    set_config('app.db_manager', case when found_id is not null and become.is_db_manager then 'yes' else '' end, true),
    set_config('app.schools', case when found_id is not null then coalesce(schools, '') else '' end, true),
    set_config('app.managed_schools', case when found_id is not null then coalesce(managed, '') else '' end, true),
    set_config('statement_timeout', '5000', true),
    set_config('lock_timeout', '3000', true),
    set_config('idle_in_transaction_session_timeout', '5000', true);
end $$;

-- The person behind a session, by the hash of its token; no row for a session that is unknown or has ended.
create function enter(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, seconds_left float8, user_id uuid, email text, name text,
    must_change_password boolean, is_super_admin boolean, is_db_manager boolean, roles json)
  language plpgsql as $$
declare
  holder uuid;
begin
  select s.id, s.user_id, least(s.expires_at, s.created_at + make_interval(secs => max_seconds)),
      extract(epoch from s.expires_at - now())
    into enter.session_id, holder, enter.ends_at, enter.seconds_left
    from sessions s
    where s.token_hash = enter.token_hash and s.expires_at > now()
      and s.created_at + make_interval(secs => max_seconds) > now();
  return query select enter.session_id, enter.ends_at, enter.seconds_left, p.* from become(holder) p;
  perform set_config('role', 'courtside_app', true);
end $$;

revoke execute on function become(uuid), enter(bytea, integer, integer) from public;

-- Policies call these once per statement.
create or replace function app_is_signed_in() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.user_id', true), '') <> '' $$;
create or replace function app_is_super_admin() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.super_admin', true), '') = 'yes' $$;
create or replace function app_is_db_manager() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.db_manager', true), '') = 'yes' $$;
create or replace function app_schools() returns setof uuid language sql stable rows 3
  as $$ select unnest(string_to_array(nullif(current_setting('app.schools', true), ''), ',')::uuid[]) $$;
create or replace function app_managed_schools() returns setof uuid language sql stable rows 3
  as $$ select unnest(string_to_array(nullif(current_setting('app.managed_schools', true), ''), ',')::uuid[]) $$;
create or replace function app_colleagues() returns setof uuid
  language sql stable security definer rows 100 set search_path = public, pg_temp
  as $$ select theirs.user_id from users_schools theirs where theirs.school_id in (select app_schools()) $$;
