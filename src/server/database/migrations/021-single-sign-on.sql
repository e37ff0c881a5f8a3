-- Single sign-on. Only the server's own role reads or writes these tables: they have no policies.

-- The identity at a provider that signs in as a person. The subject is the provider's own id of somebody, which it never gives to anybody
-- else; an email address can pass from one person to another. An operator who changes the provider has another issuer, so everybody is
-- linked again.
create table sign_on_links (
  user_id uuid not null references users on delete cascade,
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null default now(),
  primary key (user_id, issuer),
  unique (issuer, subject)
);
alter table sign_on_links enable row level security;

-- Sign-ins that have begun in a browser, until the provider's answer uses them up. `user_id`: the provider has answered, and the person's
-- second factor is still to come. It is no reference, so that restoring a deleted person restores no sign-in of theirs.
create table sign_on_attempts (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  return_to text not null,
  user_id uuid,
  expires_at timestamptz not null default now() + interval '10 minutes'
);
create index sign_on_attempts_by_browser on sign_on_attempts (browser_hash);
create index sign_on_attempts_by_expiry on sign_on_attempts (expires_at);
alter table sign_on_attempts enable row level security;

-- The history says when an identity was linked with a person, and when that ended, and nothing of the identity.
create function record_sign_on_link() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link sign_on_links := coalesce(new, old);
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select app_user_id(), person.name, person.email, 'signOnLink', case tg_op when 'DELETE' then 'delete' else 'create' end,
      link.user_id, name_of_record('user', link.user_id)
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or delete on sign_on_links for each row execute function record_sign_on_link();
