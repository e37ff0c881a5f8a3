-- No answer waits until its session is prolonged (src/server/database/entry.ts), so the end of a session that is due is the one that it is
-- about to get.
create or replace function session_of(token_hash bytea, idle_seconds integer, max_seconds integer)
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
