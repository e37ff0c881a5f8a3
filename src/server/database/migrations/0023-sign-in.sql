-- A session is kept as the hash of its token: neither the database nor a copy of it can sign anybody in. The sessions there
-- are end here, so everybody signs in again.
delete from sessions;
alter table sessions drop column token, drop column ip_address, drop column updated_at,
  add column token_hash bytea not null unique check (octet_length(token_hash) = 32);

-- One password per user, in place of the tables that the former sign-in library wanted.
create table passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);
alter table passwords enable row level security;
insert into passwords (user_id, hash, changed_at)
  select user_id, password, updated_at from accounts where provider_id = 'credential' and password is not null
  on conflict do nothing;
drop table accounts, verifications;
alter table users drop column email_verified, drop column image;
delete from server_facts where name = 'cookie secret';

-- An address with too many failures takes turns from then on. Expired counts are found by their end.
alter table sign_in_failures add column next_turn timestamptz;
create index sign_in_failures_by_end on sign_in_failures (window_ends);
