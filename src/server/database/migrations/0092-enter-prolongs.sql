-- `enter` also prolongs the session that it finds, so that a call needs nothing else for that.
drop function enter(bytea, integer, integer);

create function enter(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, user_id uuid, email text, name text, must_change_password boolean,
    is_super_admin boolean, is_db_manager boolean, roles json)
  language plpgsql as $$
declare
  schools text;
  managed text;
  -- At its maximum age a session isn't prolonged any further.
  latest timestamptz;
begin
  select s.id, s.expires_at, last_end.at, p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin,
      p.is_db_manager, p.roles, p.schools, p.managed_schools
    into enter.session_id, enter.ends_at, latest, enter.user_id, enter.email, enter.name, enter.must_change_password,
      enter.is_super_admin, enter.is_db_manager, enter.roles, schools, managed
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
  end if;
  perform take_on(case when not enter.must_change_password then enter.user_id end, enter.is_super_admin,
    enter.is_db_manager, schools, managed), set_config('role', 'courtside_app', true);
end $$;

revoke execute on function enter(bytea, integer, integer) from public;
