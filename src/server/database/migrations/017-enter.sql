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
-- Leaves in the settings of the transaction what policies need, and the limits of a call, and takes on the role of the application. Null:
-- a visitor. With PostgreSQL's default cost of a page, which is a spinning disk's, a search would rather read a whole large table than
-- look up its matches one by one.
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
    set_config('idle_in_transaction_session_timeout', '5000', true),
    set_config('role', 'courtside_app', true))
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
-- The person behind a session, found by the hash of its token. No row for a session that is unknown or has ended. A session is due to be
-- extended after a twentieth of its idle time: doing it at each request would make every read a write. A standby only reads. No answer waits
-- until a session is extended (src/server/database/entry.ts), so the end of one that is due is the one that it is about to get.
create function session_of(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, is_due boolean, user_id uuid, email text, name text,
    must_change_password boolean, is_super_admin boolean, is_db_manager boolean, roles json, schools text, managed_schools text)
  language sql stable as $$
  select s.id, case when due then next_end else least(s.expires_at, latest) end, due,
      p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin, p.is_db_manager, p.roles, p.schools, p.managed_schools
    from sessions s cross join lateral person_of(s.user_id) p
      cross join lateral (select s.created_at + make_interval(secs => max_seconds)) as last_end (latest)
      cross join lateral (select least(now() + make_interval(secs => idle_seconds), latest)) as prolonged (next_end)
      cross join lateral (select next_end - s.expires_at > make_interval(secs => idle_seconds * 0.05)
        and current_setting('transaction_read_only') = 'off') as prolonging (due)
    where s.token_hash = session_of.token_hash and is_current(s, max_seconds)
$$;
revoke execute on function is_current(sessions, integer), person_of(uuid), take_on(uuid, boolean, boolean, text, text), become(uuid),
  session_of(bytea, integer, integer) from public;
