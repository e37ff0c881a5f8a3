-- `enter` and `become` leave their settings in one place, and `enter` finds the session and its person in one query: entering is
-- a large part of what a small read costs.

-- Leaves in the settings of the transaction what policies need, and the limits of a call. Null: a visitor.
create function take_on(person uuid, super_admin boolean, db_manager boolean, schools text, managed text) returns text
  language sql as $$
  select concat(
    set_config('app.user_id', coalesce(person::text, ''), true),
    set_config('app.super_admin', case when person is not null and super_admin then 'yes' else '' end, true),
    set_config('app.db_manager', case when person is not null and db_manager then 'yes' else '' end, true),
    set_config('app.schools', case when person is not null then coalesce(schools, '') else '' end, true),
    set_config('app.managed_schools', case when person is not null then coalesce(managed, '') else '' end, true),
    set_config('statement_timeout', '5000', true),
    set_config('lock_timeout', '3000', true),
    set_config('idle_in_transaction_session_timeout', '5000', true))
$$;

revoke execute on function take_on(uuid, boolean, boolean, text, text) from public;

create or replace function become(person uuid)
  returns table (user_id uuid, email text, name text, must_change_password boolean, is_super_admin boolean,
    is_db_manager boolean, roles json)
  language plpgsql set search_path = public, pg_temp as $$
declare
  schools text;
  managed text;
begin
  select p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin, p.is_db_manager, p.roles, p.schools,
      p.managed_schools
    into become.user_id, become.email, become.name, become.must_change_password, become.is_super_admin,
      become.is_db_manager, become.roles, schools, managed
    from person_of(person) p;
  if become.user_id is not null then
    return next;
  end if;
  -- Somebody who still has to choose a first password sees no more than a visitor.
  perform take_on(case when not become.must_change_password then become.user_id end, become.is_super_admin,
    become.is_db_manager, schools, managed);
end $$;

create or replace function enter(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, seconds_left float8, user_id uuid, email text, name text,
    must_change_password boolean, is_super_admin boolean, is_db_manager boolean, roles json)
  language plpgsql as $$
declare
  schools text;
  managed text;
begin
  select s.id, least(s.expires_at, s.created_at + make_interval(secs => max_seconds)),
      extract(epoch from s.expires_at - now()), p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin,
      p.is_db_manager, p.roles, p.schools, p.managed_schools
    into enter.session_id, enter.ends_at, enter.seconds_left, enter.user_id, enter.email, enter.name,
      enter.must_change_password, enter.is_super_admin, enter.is_db_manager, enter.roles, schools, managed
    from sessions s cross join lateral person_of(s.user_id) p
    where s.token_hash = enter.token_hash and is_current(s, max_seconds);
  if enter.user_id is not null then
    return next;
  end if;
  perform take_on(case when not enter.must_change_password then enter.user_id end, enter.is_super_admin,
    enter.is_db_manager, schools, managed), set_config('role', 'courtside_app', true);
end $$;
