-- Which sessions are open and what rights a person has are each defined once, for calls, event streams and the list of
-- sessions. PostgreSQL merges both functions into the statement that calls them, so they cost nothing.

-- Whether a session is neither idle for too long nor too old.
create function is_current(s sessions, max_seconds integer) returns boolean language sql stable
  as $$ select s.expires_at > now() and s.created_at + make_interval(secs => max_seconds) > now() $$;

-- A person and their rights; no row for an unknown person.
create function person_of(person uuid)
  returns table (user_id uuid, email text, name text, must_change_password boolean, is_super_admin boolean,
    is_db_manager boolean, roles json, schools text, managed_schools text)
  language sql stable as $$
  select u.id, u.email, u.name, u.must_change_password, a.user_id is not null, coalesce(a.db_manager, false),
      held.roles, held.schools, held.managed_schools
    from users u left join super_admins a on a.user_id = u.id
    cross join lateral (
      select json_object_agg(us.school_id, us.role) as roles, string_agg(us.school_id::text, ',') as schools,
          string_agg(us.school_id::text, ',') filter (where us.role in ('primary', 'admin')) as managed_schools
        from users_schools us where us.user_id = u.id) held
    where u.id = person
$$;

revoke execute on function is_current(sessions, integer), person_of(uuid) from public;

create or replace function become(person uuid)
  returns table (user_id uuid, email text, name text, must_change_password boolean, is_super_admin boolean,
    is_db_manager boolean, roles json)
  language plpgsql set search_path = public, pg_temp as $$
declare
  found_id uuid;
  schools text;
  managed text;
begin
  select p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin, p.is_db_manager, p.roles, p.schools,
      p.managed_schools
    into found_id, become.email, become.name, become.must_change_password, become.is_super_admin, become.is_db_manager,
      become.roles, schools, managed
    from person_of(person) p;
  if found_id is not null then
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

create or replace function enter(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, seconds_left float8, user_id uuid, email text, name text,
    must_change_password boolean, is_super_admin boolean, is_db_manager boolean, roles json)
  language plpgsql as $$
declare
  holder uuid;
begin
  select s.id, s.user_id, least(s.expires_at, s.created_at + make_interval(secs => max_seconds)),
      extract(epoch from s.expires_at - now())
    into enter.session_id, holder, enter.ends_at, enter.seconds_left
    from sessions s where s.token_hash = enter.token_hash and is_current(s, max_seconds);
  return query select enter.session_id, enter.ends_at, enter.seconds_left, p.* from become(holder) p;
  perform set_config('role', 'courtside_app', true);
end $$;
