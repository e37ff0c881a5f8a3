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
