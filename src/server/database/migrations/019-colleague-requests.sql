-- A Primary Admin asks support to add a colleague, by email. Support confirms with one press: a person with an account is
-- assigned, anybody else is invited.
create table colleague_requests (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  email text not null check (email = lower(email) and char_length(email) between 3 and 254 and email !~ '[[:cntrl:][:space:]]'),
  role text not null check (role in ('primary', 'admin', 'viewer')),
  asked_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  unique (school_id, email)
);
create index colleague_requests_by_asker on colleague_requests (asked_by) where asked_by is not null;
create trigger refuse_beyond_limit after insert on colleague_requests referencing new table as added
  for each statement execute function refuse_beyond_limit(20, 'school_id');
alter table colleague_requests enable row level security;
grant select, insert (school_id, email, role, asked_by), delete on colleague_requests to courtside_app;
create policy read on colleague_requests for select to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_primary_schools()));
create policy create_ on colleague_requests for insert to courtside_app
  with check (school_id in (select app_primary_schools()) and asked_by = (select app_user_id()));
create policy delete_ on colleague_requests for delete to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_primary_schools()));
create policy not_by_programs on colleague_requests as restrictive to courtside_app using (not (select app_is_program()));

create trigger tell_new after insert on colleague_requests referencing new table as changed
  for each statement execute function tell_change('colleagueRequest', 'school_id', 'id');
create trigger tell_gone after delete on colleague_requests referencing old table as changed
  for each statement execute function tell_change('colleagueRequest', 'school_id', 'id');

-- A person who has been assigned, in any way, is no longer asked for.
create function end_colleague_request() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from colleague_requests r using added a join users u on u.id = a.user_id
    where r.school_id = a.school_id and r.email = u.email;
  return null;
end $$;
create trigger end_colleague_request after insert on users_schools referencing new table as added
  for each statement execute function end_colleague_request();
