-- Links that let a person in without a password: an invitation to a new account, and the reset of a forgotten password. Only
-- the SHA-256 hash of a link's token is stored, and each link works once.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email) and char_length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  school_id uuid not null references schools on delete cascade,
  role text not null default 'viewer' check (role in ('primary', 'admin', 'viewer')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  expires_at timestamptz not null default now() + interval '7 days',
  created_at timestamptz not null default now(),
  unique (email, school_id)
);
create index invitations_by_school on invitations (school_id);
alter table invitations enable row level security;
grant select (id, email, school_id, role, expires_at, created_at), insert (email, school_id, role, token_hash), delete
  on invitations to courtside_app;
create policy read on invitations for select to courtside_app using ((select app_is_super_admin()));
create policy create_ on invitations for insert to courtside_app with check ((select app_is_super_admin()));
create policy delete_ on invitations for delete to courtside_app using ((select app_is_super_admin()));

-- Someone may have several open links, so that a request by e-mail never disables the link that support has handed out.
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

-- The history names who invited whom and who made a reset link. It never contains the links.
create function record_invitation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invited invitations := coalesce(new, old);
  details jsonb := jsonb_build_object('email', invited.email, 'role', invited.role);
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, before, after)
    select app_user_id(), person.name, person.email, 'invitation', case tg_op when 'INSERT' then 'create' else 'delete' end,
      invited.id, invited.school_id, invited.email || ' to ' || name_of_record('school', invited.school_id),
      case tg_op when 'DELETE' then details end, case tg_op when 'INSERT' then details end
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or delete on invitations for each row execute function record_invitation();

-- Links that people request by e-mail are not recorded: anybody can request them, and the history can't be shortened.
create function record_password_reset() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select person.id, person.name, person.email, 'passwordReset', 'create', new.user_id, name_of_record('user', new.user_id)
    from users person where person.id = app_user_id();
  return null;
end $$;
create trigger record_change after insert on password_resets for each row execute function record_password_reset();

create trigger tell_new after insert on invitations referencing new table as changed
  for each statement execute function tell_change('invitation', 'school_id', 'id');
create trigger tell_gone after delete on invitations referencing old table as changed
  for each statement execute function tell_change('invitation', 'school_id', 'id');
