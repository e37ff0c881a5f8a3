-- How a call enters: the person who asks is looked up once per transaction. Only the login role may call these functions: a call's
-- own statements run after the change of role.

-- Which sessions are open and what rights a person has are each defined once, for calls, event streams and the list of
-- sessions. PostgreSQL merges both functions into the statement that calls them, so they cost nothing.

-- Whether a session is neither idle for too long nor too old.
create function is_current(s sessions, max_seconds integer) returns boolean language sql stable
  as $$ select s.expires_at > now() and s.created_at + make_interval(secs => max_seconds) > now() $$;
-- A person and their rights; no row for an unknown person. Where super admins must have a second factor, one without it has no more
-- rights than anybody else. The server writes that fact at its start, from its settings.
create function person_of(person uuid)
  returns table (user_id uuid, email text, name text, must_change_password boolean, is_super_admin boolean,
    is_db_manager boolean, roles json, schools text, managed_schools text)
  language sql stable as $$
  select u.id, u.email, u.name, u.must_change_password, a.user_id is not null, coalesce(a.db_manager, false),
      held.roles, held.schools, held.managed_schools
    from users u left join super_admins a on a.user_id = u.id and not (
      exists (select from server_facts f where f.name = 'second factor for super admins' and f.value = 'required')
      and not exists (select from second_factors s where s.user_id = u.id and s.confirmed_at is not null))
    cross join lateral (
      select json_object_agg(us.school_id, us.role) as roles, string_agg(us.school_id::text, ',') as schools,
          string_agg(us.school_id::text, ',') filter (where us.role in ('primary', 'admin')) as managed_schools
        from users_schools us where us.user_id = u.id) held
    where u.id = person
$$;
-- Leaves in the settings of the transaction what policies need, and the limits of a call. Null: a visitor. With PostgreSQL's default cost
-- of a page, which is a spinning disk's, a search would rather read a whole large table than look up its matches one by one.
create function take_on(person uuid, super_admin boolean, db_manager boolean, schools text, managed text) returns text
  language sql as $$
  select concat(
    set_config('app.user_id', coalesce(person::text, ''), true),
    set_config('app.super_admin', case when person is not null and super_admin then 'yes' else '' end, true),
    set_config('app.db_manager', case when person is not null and db_manager then 'yes' else '' end, true),
    set_config('app.schools', case when person is not null then coalesce(schools, '') else '' end, true),
    set_config('app.managed_schools', case when person is not null then coalesce(managed, '') else '' end, true),
    set_config('random_page_cost', '1.1', true),
    set_config('statement_timeout', '5000', true),
    set_config('lock_timeout', '3000', true),
    set_config('idle_in_transaction_session_timeout', '5000', true))
$$;
-- Takes on the rights of a person, for the server's own work. Returns nothing for an unknown person, who then counts as signed out.
create function become(person uuid)
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
-- Finds the person behind a session by the hash of its token, prolongs the session, and takes on the person's rights and the role of
-- the application. Returns nothing for a session that is unknown or has ended.
create function enter(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, user_id uuid, email text, name text, must_change_password boolean,
    is_super_admin boolean, is_db_manager boolean, roles json)
  language plpgsql as $$
declare
  rights text;
  -- At its maximum age a session isn't prolonged any further.
  latest timestamptz;
begin
  select s.id, s.expires_at, last_end.at, p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin,
      p.is_db_manager, p.roles, take_on(case when not p.must_change_password then p.user_id end, p.is_super_admin,
        p.is_db_manager, p.schools, p.managed_schools)
    into enter.session_id, enter.ends_at, latest, enter.user_id, enter.email, enter.name, enter.must_change_password,
      enter.is_super_admin, enter.is_db_manager, enter.roles, rights
    from sessions s cross join lateral person_of(s.user_id) p
      cross join lateral (select s.created_at + make_interval(secs => max_seconds) as at) last_end
    where s.token_hash = enter.token_hash and is_current(s, max_seconds);
  if enter.user_id is not null then
    -- Updating the end at each request would make every read a write. A twentieth of the idle time is precise enough.
    if least(now() + make_interval(secs => idle_seconds), latest) - enter.ends_at > make_interval(secs => idle_seconds * 0.05)
        -- A standby only reads.
        and current_setting('transaction_read_only') = 'off' then
      -- A call that is prolonging the same session at this moment does it for both.
      update sessions s set expires_at = least(now() + make_interval(secs => idle_seconds), latest)
        where s.id = (select id from sessions where id = enter.session_id for no key update skip locked);
      enter.ends_at := now() + make_interval(secs => idle_seconds);
    end if;
    enter.ends_at := least(enter.ends_at, latest);
    return next;
  else
    perform take_on(null, false, false, '', '');
  end if;
  -- Last, because the role may not prolong a session.
  perform set_config('role', 'courtside_app', true);
end $$;
revoke execute on function is_current(sessions, integer), person_of(uuid), take_on(uuid, boolean, boolean, text, text), become(uuid),
  enter(bytea, integer, integer) from public;
