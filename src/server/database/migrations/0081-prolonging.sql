-- `enter` also says by how many seconds the session would last longer if it were prolonged now. At its maximum age that is 0.
drop function enter(bytea, integer, integer);

create function enter(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, seconds_to_gain float8, user_id uuid, email text, name text,
    must_change_password boolean, is_super_admin boolean, is_db_manager boolean, roles json)
  language plpgsql as $$
declare
  schools text;
  managed text;
begin
  select s.id, least(s.expires_at, last_end.at),
      extract(epoch from least(now() + make_interval(secs => idle_seconds), last_end.at) - s.expires_at), p.user_id,
      p.email, p.name, p.must_change_password, p.is_super_admin, p.is_db_manager, p.roles, p.schools, p.managed_schools
    into enter.session_id, enter.ends_at, enter.seconds_to_gain, enter.user_id, enter.email, enter.name,
      enter.must_change_password, enter.is_super_admin, enter.is_db_manager, enter.roles, schools, managed
    from sessions s cross join lateral person_of(s.user_id) p
      cross join lateral (select s.created_at + make_interval(secs => max_seconds) as at) last_end
    where s.token_hash = enter.token_hash and is_current(s, max_seconds);
  if enter.user_id is not null then
    return next;
  end if;
  perform take_on(case when not enter.must_change_password then enter.user_id end, enter.is_super_admin,
    enter.is_db_manager, schools, managed), set_config('role', 'courtside_app', true);
end $$;

revoke execute on function enter(bytea, integer, integer) from public;
