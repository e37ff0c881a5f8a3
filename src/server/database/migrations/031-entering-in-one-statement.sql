-- A call enters by one plain statement (src/server/database/entry.ts), which PostgreSQL merges with the look at who asks: the function
-- `enter` in PL/pgSQL took a quarter more of its time.

-- Leaves in the settings of the transaction what policies need, and the limits of a call, and takes on the role of the application. Null:
-- a visitor. With PostgreSQL's default cost of a page, which is a spinning disk's, a search would rather read a whole large table than
-- look up its matches one by one.
create or replace function take_on(person uuid, super_admin boolean, db_manager boolean, schools text, managed text) returns text
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

-- The person behind a session, found by the hash of its token. No row for a session that is unknown or has ended. A session is due to be
-- prolonged after a twentieth of its idle time: doing it at each request would make every read a write. A standby only reads.
create function session_of(token_hash bytea, idle_seconds integer, max_seconds integer)
  returns table (session_id uuid, ends_at timestamptz, is_due boolean, user_id uuid, email text, name text,
    must_change_password boolean, is_super_admin boolean, is_db_manager boolean, roles json, schools text, managed_schools text)
  language sql stable as $$
  select s.id, least(s.expires_at, latest),
      least(now() + make_interval(secs => idle_seconds), latest) - s.expires_at > make_interval(secs => idle_seconds * 0.05)
        and current_setting('transaction_read_only') = 'off',
      p.user_id, p.email, p.name, p.must_change_password, p.is_super_admin, p.is_db_manager, p.roles, p.schools, p.managed_schools
    from sessions s cross join lateral person_of(s.user_id) p
      cross join lateral (select s.created_at + make_interval(secs => max_seconds)) as last_end (latest)
    where s.token_hash = session_of.token_hash and is_current(s, max_seconds)
$$;
revoke execute on function session_of(bytea, integer, integer) from public;
drop function enter(bytea, integer, integer);
