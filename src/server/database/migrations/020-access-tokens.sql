-- Access tokens: with one, a program makes calls as the person who made it, and never more than that. Only the server's own role reads
-- or writes the table, as with sessions.
create table access_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- The only school that the token is for; null: all schools of the person. A token ends with its school, or it would be for all.
  school_id uuid references schools on delete cascade,
  name trimmed_name not null,
  can_write boolean not null default false,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null check (expires_at <= created_at + interval '366 days'),
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index access_tokens_by_user on access_tokens (user_id);
create index access_tokens_by_school on access_tokens (school_id) where school_id is not null;
create index access_tokens_by_expiry on access_tokens (expires_at);
create trigger refuse_beyond_limit after insert on access_tokens referencing new table as added
  for each statement execute function refuse_beyond_limit(20, 'user_id');
alter table access_tokens enable row level security;

-- The history says who made a token and who ended it. It never contains the token. A token that time has ended is only cleaned up.
create function record_access_token() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  token access_tokens := coalesce(new, old);
begin
  if tg_op = 'DELETE' and old.expires_at <= now() then
    return null;
  end if;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select app_user_id(), person.name, person.email, 'accessToken', case tg_op when 'INSERT' then 'create' else 'delete' end,
      token.id, token.school_id, token.name || ' of ' || name_of_record('user', token.user_id)
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or delete on access_tokens for each row execute function record_access_token();
create trigger tell_account after insert or delete on access_tokens for each row execute function tell_account();

-- Counts a call with a token, and notes its use. Returns for how many seconds the token must wait: 0 if it need not, null if there is no
-- such token or it has ended. Runs ahead of the call, in a transaction of its own, so that calls with one token don't wait for each other.
create function use_access_token(token_hash bytea, max integer, per interval) returns float8
  language plpgsql as $$
declare
  token access_tokens;
  counted integer;
  ends timestamptz;
begin
  select * into token from access_tokens t where t.token_hash = use_access_token.token_hash and t.expires_at > now();
  if not found then
    return null;
  end if;
  -- A standby only reads.
  if current_setting('transaction_read_only') = 'on' then
    return 0;
  end if;
  -- A window that ends later than any can is from before the database's clock was set back.
  insert into sign_in_failures as f (key, failures, window_ends) values ('access token ' || token.id, 1, now() + per)
    on conflict (key) do update set
      failures = case when f.window_ends between now() and now() + per then f.failures + 1 else 1 end,
      window_ends = case when f.window_ends between now() and now() + per then f.window_ends else excluded.window_ends end
    returning failures, window_ends into counted, ends;
  -- Noting each use would make every read a write of this table. A minute is precise enough.
  update access_tokens t set last_used_at = now()
    where t.id = token.id and (token.last_used_at is null or token.last_used_at not between now() - interval '1 minute' and now());
  return case when counted > max then extract(epoch from ends - now()) else 0 end;
end $$;

-- Enters a call with a token: takes on the person's rights in the token's schools, but never those of
-- support staff, and the role of the application. Where the token may only read, PostgreSQL refuses every write until the transaction
-- ends.
create function enter_by_access_token(token_hash bytea)
  returns table (session_id uuid, ends_at timestamptz, user_id uuid, email text, name text, must_change_password boolean,
    is_super_admin boolean, is_db_manager boolean, roles json, can_write boolean)
  language plpgsql as $$
declare
  rights text;
begin
  select t.id, t.expires_at, u.id, u.email, u.name, false, false, false, held.roles, t.can_write,
      take_on(u.id, false, false, held.schools, held.managed_schools)
        || set_config('app.access_token', t.id::text, true) || set_config('app.only_school', coalesce(t.school_id::text, ''), true)
    into enter_by_access_token.session_id, enter_by_access_token.ends_at, enter_by_access_token.user_id, enter_by_access_token.email,
      enter_by_access_token.name, enter_by_access_token.must_change_password, enter_by_access_token.is_super_admin,
      enter_by_access_token.is_db_manager, enter_by_access_token.roles, enter_by_access_token.can_write, rights
    from access_tokens t join users u on u.id = t.user_id
      cross join lateral (
        select json_object_agg(us.school_id, us.role) as roles, string_agg(us.school_id::text, ',') as schools,
            string_agg(us.school_id::text, ',') filter (where us.role in ('primary', 'admin')) as managed_schools
          from users_schools us where us.user_id = u.id and (t.school_id is null or us.school_id = t.school_id)) held
    where t.token_hash = enter_by_access_token.token_hash and t.expires_at > now() and not u.must_change_password;
  if found then
    return next;
  else
    perform take_on(null, false, false, '', '');
  end if;
  if enter_by_access_token.can_write is not true then
    perform set_config('transaction_read_only', 'on', true);
  end if;
  perform set_config('role', 'courtside_app', true);
end $$;
revoke execute on function use_access_token(bytea, integer, interval), enter_by_access_token(bytea) from public;
