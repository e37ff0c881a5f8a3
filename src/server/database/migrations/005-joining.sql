-- How people come to belong to a school: a super admin invites them, or they ask.

-- An invitation lets a person make an account. Only the SHA-256 hash of its link's token is stored, and the link works once.
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
create trigger refuse_beyond_limit after insert on invitations referencing new table as added
  for each statement execute function refuse_beyond_limit(2000, 'school_id');
alter table invitations enable row level security;
grant select (id, email, school_id, role, expires_at, created_at), insert (email, school_id, role, token_hash), delete
  on invitations to courtside_app;
create policy read on invitations for select to courtside_app using ((select app_is_super_admin()));
create policy create_ on invitations for insert to courtside_app with check ((select app_is_super_admin()));
create policy delete_ on invitations for delete to courtside_app using ((select app_is_super_admin()));
-- Programs have nothing to do with who gets access, nor with links that let somebody in.
create policy not_by_programs on invitations as restrictive to courtside_app using (not (select app_is_program()));

-- A person asks to join a school. The school's Primary Admins and super admins see the request. A Primary Admin can confirm that
-- they know the person, or decline; only super admins assign people, as everywhere else. Someone can withdraw a request, and ask again.
create table access_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  school_id uuid not null references schools on delete cascade,
  note text not null default '' check (char_length(note) <= 500 and note !~ '[[:cntrl:]]'),
  confirmed_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (user_id, school_id)
);
create index access_requests_by_school on access_requests (school_id);
create index access_requests_by_confirmer on access_requests (confirmed_by);
-- Open requests of one person have an end, so that nobody asks a whole platform.
create trigger refuse_beyond_limit after insert on access_requests referencing new table as added
  for each statement execute function refuse_beyond_limit(3, 'user_id');
alter table access_requests enable row level security;
grant select, insert (user_id, school_id, note), update (confirmed_by), delete on access_requests to courtside_app;
create policy read on access_requests for select to courtside_app
  using ((select app_is_super_admin()) or user_id = (select app_user_id()) or school_id in (select app_primary_schools()));
create policy create_ on access_requests for insert to courtside_app with check (user_id = (select app_user_id()));
create policy update_ on access_requests for update to courtside_app
  using (school_id in (select app_primary_schools())) with check (confirmed_by = (select app_user_id()));
create policy delete_ on access_requests for delete to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_primary_schools()) or user_id = (select app_user_id()));
create policy not_by_programs on access_requests as restrictive to courtside_app using (not (select app_is_program()));

-- The person who asks is not a colleague yet, so row security hides their name from the Primary Admin. Returns the requests that the
-- person who calls decides on, with the names. Their own requests are not among them. A program sees none: it has nothing to do with who
-- gets access.
create function access_requests_to_decide()
  returns table (id uuid, user_id uuid, name text, email text, school_id uuid, school_name text, note text,
    confirmed_by text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, u.id, u.name, u.email, s.id, s.name, r.note, c.name, r.created_at
    from access_requests r join users u on u.id = r.user_id join schools s on s.id = r.school_id
    left join users c on c.id = r.confirmed_by
    where (app_is_super_admin() or r.school_id in (select app_primary_schools())) and not app_is_program()
    order by r.created_at, r.id
$$;

-- The requests of the person who calls, with the names of schools that they can't read yet.
create function my_access_requests()
  returns table (id uuid, school_id uuid, school_name text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, s.id, s.name, r.created_at from access_requests r join schools s on s.id = r.school_id
    where r.user_id = app_user_id() and not app_is_program() order by s.sort_name
$$;

-- A few schools whose name contains the text, for choosing one to join. It takes three letters, returns at most five, and answers each
-- person only so often, so that nobody collects the names of all schools by it.
create function schools_named(wanted text) returns table (id uuid, name text, short_name text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if not app_is_signed_in() or app_is_program() or char_length(btrim(wanted)) < 3 then
    return;
  end if;
  perform count_use('school searches of', 100, '1 day');
  return query select s.id, s.name::text, s.short_name::text from schools s
    where s.search like '%' || regexp_replace(findable(btrim(wanted)), '([\\%_])', '\\\1', 'g') || '%'
      and s.id not in (select app_schools())
    order by s.sort_name, s.id limit 5;
end $$;

-- Each request is seen at the school, so nobody sends many. Restoring a person brings theirs back.
create function count_request() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app_user_id() is not null and current_setting('app.restoring', true) is distinct from 'yes' then
    perform count_use('access requests of', 10, '1 day');
  end if;
  return null;
end $$;
create trigger count_request after insert on access_requests for each row execute function count_request();

-- Someone who has been assigned, in any way, has nothing left to ask.
create function end_access_request() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from access_requests r using added a where r.user_id = a.user_id and r.school_id = a.school_id;
  return null;
end $$;
create trigger end_access_request after insert on users_schools referencing new table as added
  for each statement execute function end_access_request();
