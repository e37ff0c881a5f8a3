-- A person asks to join a school. The school's Primary Admins and super admins see the request. A Primary Admin can confirm that
-- they know the person, or decline; only super admins assign people, as everywhere else.
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
alter table access_requests enable row level security;

grant select, insert (user_id, school_id, note), update (confirmed_by), delete on access_requests to courtside_app;
create policy read on access_requests for select to courtside_app
  using ((select app_is_super_admin()) or user_id = (select app_user_id()) or school_id in (select app_primary_schools()));
create policy create_ on access_requests for insert to courtside_app with check (user_id = (select app_user_id()));
create policy update_ on access_requests for update to courtside_app
  using (school_id in (select app_primary_schools())) with check (confirmed_by = (select app_user_id()));
create policy delete_ on access_requests for delete to courtside_app
  using ((select app_is_super_admin()) or school_id in (select app_primary_schools()));

-- The person who asks is not a colleague yet, so row security hides their name from the Primary Admin. Returns the requests that the
-- person who calls decides on, with the names. Their own requests are not among them.
create function access_requests_to_decide()
  returns table (id uuid, user_id uuid, name text, email text, school_id uuid, school_name text, note text,
    confirmed_by text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, u.id, u.name, u.email, s.id, s.name, r.note, c.name, r.created_at
    from access_requests r join users u on u.id = r.user_id join schools s on s.id = r.school_id
    left join users c on c.id = r.confirmed_by
    where app_is_super_admin() or r.school_id in (select app_primary_schools())
    order by r.created_at, r.id
$$;

-- The requests of the person who calls, with the names of schools that they can't read yet.
create function my_access_requests()
  returns table (id uuid, school_id uuid, school_name text, created_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select r.id, s.id, s.name, r.created_at from access_requests r join schools s on s.id = r.school_id
    where r.user_id = app_user_id() order by s.sort_name
$$;

-- A few schools whose name contains the text, for choosing one to join. Nobody can list all schools by it: it takes three
-- letters, and returns at most five.
create function schools_named(wanted text) returns table (id uuid, name text, short_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.name, s.short_name from schools s
    where app_is_signed_in() and char_length(btrim(wanted)) >= 3
      and s.search like '%' || regexp_replace(findable(btrim(wanted)), '([\\%_])', '\\\1', 'g') || '%'
      and s.id not in (select app_schools())
    order by s.sort_name, s.id limit 5
$$;

-- Open requests of one person have an end, so that nobody asks a whole platform.
create function refuse_many_requests() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select count(*) from access_requests where user_id = new.user_id) > 3 then
    raise exception 'a person has at most 3 open requests' using errcode = 'CS002';
  end if;
  return null;
end $$;
create trigger refuse_many after insert on access_requests for each row execute function refuse_many_requests();

-- Someone who has been assigned, in any way, has nothing left to ask.
create function end_access_request() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from access_requests where user_id = new.user_id and school_id = new.school_id;
  return null;
end $$;
create trigger end_access_request after insert on users_schools for each row execute function end_access_request();

create trigger tell_new after insert on access_requests referencing new table as changed
  for each statement execute function tell_change('accessRequest', 'school_id', 'user_id');
create trigger tell_changed after update on access_requests referencing new table as changed
  for each statement execute function tell_change('accessRequest', 'school_id', 'user_id');
create trigger tell_gone after delete on access_requests referencing old table as changed
  for each statement execute function tell_change('accessRequest', 'school_id', 'user_id');
