-- Sign-in. Only the server's own role reads or writes these tables: they have no policies.

-- A session is stored as the hash of its token, so neither the database nor a copy of it can sign anybody in.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null,
  user_agent text,
  created_at timestamptz not null default now()
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
alter table sessions enable row level security;

-- Why a session was ended from elsewhere, so that its browser can say so. Kept for a week, by the hash of the session's token.
create table session_ends (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  reason text not null check (reason in ('other device', 'password changed', 'account removed', 'support')),
  ended_at timestamptz not null default now()
);
create index session_ends_by_time on session_ends (ended_at);
alter table session_ends enable row level security;

-- Deleting a user deletes their sessions, whether support or a database manager does it.
create function record_removed_account() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from users where id = old.user_id) then
    insert into session_ends (token_hash, reason) values (old.token_hash, 'account removed') on conflict do nothing;
  end if;
  return null;
end $$;
create trigger record_removed_account after delete on sessions for each row execute function record_removed_account();

create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);
alter table passwords enable row level security;

-- Links that replace a forgotten password. Only the SHA-256 hash of a link's token is stored, and each link works once. Someone may
-- have several, so that a request by email never disables the link that support has handed out.
create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz not null default now() + interval '1 hour',
  created_at timestamptz not null default now()
);
create index password_resets_by_user on password_resets (user_id, created_at);
alter table password_resets enable row level security;

-- A super admin makes a link for another person. The holder of the link becomes that person, so only a database manager makes
-- one for a database manager. Returns false for an unknown user.
create function create_password_reset(target_user_id uuid, hash bytea) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_is_super_admin() then
    raise exception 'only a super admin creates a password reset link' using errcode = '42501';
  end if;
  if not app_is_db_manager() and exists (select from super_admins where user_id = target_user_id and db_manager) then
    raise exception 'only a database manager resets the password of a database manager' using errcode = 'CS003';
  end if;
  insert into password_resets (user_id, token_hash) select id, hash from users where id = target_user_id;
  return found;
end $$;
revoke execute on function create_password_reset(uuid, bytea) from public;
grant execute on function create_password_reset(uuid, bytea) to courtside_app;

-- A second factor: codes of an authenticator app (TOTP), and recovery codes that each work once.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted by the server, which keeps the key elsewhere.
  secret text not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted, so that no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table second_factors enable row level security;
create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);
alter table recovery_codes enable row level security;

-- Failed sign-ins per email and address, so that an attacker can't lock the right person out. An address with too many failures
-- takes turns from then on.
create table sign_in_failures (
  key text primary key,
  failures integer not null,
  window_ends timestamptz not null,
  next_turn timestamptz
);
create index sign_in_failures_by_end on sign_in_failures (window_ends);
alter table sign_in_failures enable row level security;

-- Other rate limits are counted in the same table: how often something has been done since the window began.
create function count_use_of(counted_key text, max integer, per interval) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare counted integer;
begin
  -- A window that ends later than any can is from before the database's clock was set back.
  insert into sign_in_failures as f (key, failures, window_ends) values (counted_key, 1, now() + per)
    on conflict (key) do update set
      failures = case when f.window_ends between now() and now() + per then f.failures + 1 else 1 end,
      window_ends = case when f.window_ends between now() and now() + per then f.window_ends else excluded.window_ends end
    returning failures into counted;
  if counted > max then
    raise exception '% more than % times in %', counted_key, max, per using errcode = 'CS004';
  end if;
end $$;
-- By the person who calls.
create function count_use(what text, max integer, per interval) returns void
  language sql security definer set search_path = public, pg_temp as $$ select count_use_of(what || ' ' || app_user_id(), max, per) $$;
revoke execute on function count_use_of(text, integer, interval), count_use(text, integer, interval) from public;

-- What all servers on this database remember across starts, such as the demo world's password.
create table server_facts (
  name text primary key,
  value text not null
);
alter table server_facts enable row level security;

-- A super admin signs another person out everywhere: all sessions and access tokens end, and their browsers say why. Only a database manager
-- does it to a database manager, as with passwords. Returns false for an unknown user.
create function end_sessions_of_user(target_user_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person users;
begin
  if not app_is_super_admin() then
    raise exception 'only a super admin ends the sessions of somebody else' using errcode = '42501';
  end if;
  if not app_is_db_manager() and exists (select from super_admins where user_id = target_user_id and db_manager) then
    raise exception 'only a database manager ends the sessions of a database manager' using errcode = 'CS003';
  end if;
  -- A sign-in of the same moment is either over or waits.
  select * into person from users where id = target_user_id for update;
  if not found then
    return false;
  end if;
  with gone as (delete from sessions s where s.user_id = target_user_id returning s.token_hash)
    insert into session_ends (token_hash, reason) select token_hash, 'support' from gone on conflict do nothing;
  delete from access_tokens t where t.user_id = target_user_id;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select by.id, by.name, by.email, 'session', 'delete', target_user_id, person.name from users by where by.id = app_user_id();
  return true;
end $$;
revoke execute on function end_sessions_of_user(uuid) from public;
grant execute on function end_sessions_of_user(uuid) to courtside_app;
