-- A second factor: codes of an authenticator app (TOTP), and recovery codes that each work once. Only sign-in reads these tables.
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  -- Encrypted by the server, which keeps the key elsewhere.
  secret text not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted, so that no code is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);
create table recovery_codes (
  user_id uuid not null references second_factors on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);
alter table second_factors enable row level security;
alter table recovery_codes enable row level security;

-- The history says who turned a second factor on or off, and nothing else.
create function record_second_factor() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  factor second_factors := coalesce(new, old);
begin
  if factor.confirmed_at is null or (tg_op = 'UPDATE' and old.confirmed_at is not null) then
    return null;
  end if;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select app_user_id(), person.name, person.email, 'secondFactor', case tg_op when 'DELETE' then 'delete' else 'create' end,
      factor.user_id, name_of_record('user', factor.user_id)
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after update or delete on second_factors for each row execute function record_second_factor();

-- Where super admins must have a second factor, one without it has no more rights than anybody else. The server writes the
-- fact at its start, from its settings.
create or replace function person_of(person uuid)
  returns table (user_id uuid, email text, name text, must_change_password boolean, is_super_admin boolean,
    is_db_manager boolean, roles json, schools text, managed_schools text)
  language sql stable as $$
  select u.id, u.email, u.name, u.must_change_password, a.user_id is not null, coalesce(a.db_manager, false),
      held.roles, held.schools, held.managed_schools
    from users u left join super_admins a on a.user_id = u.id and not (
      exists (select from server_facts f where f.name = 'second factor for super admins' and f.value = 'required')
      and not exists (select from second_factors s where s.user_id = u.id and s.confirmed_at is not null))
    cross join lateral (
      select json_object_agg(us.school_id, us.role) as roles, string_agg(us.school_id::text, ',') as schools,
          string_agg(us.school_id::text, ',') filter (where us.role in ('primary', 'admin')) as managed_schools
        from users_schools us where us.user_id = u.id) held
    where u.id = person
$$;
