-- Row-level security: the same matrix as src/contract/permissions.ts, kept by Postgres itself.
-- Every request runs as courtside_app with app.user_id set; only that role's policies stand here.
do $$
begin
  if not exists (select from pg_roles where rolname = 'courtside_app') then
    create role courtside_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another server of the same cluster was faster
end $$;
do $$
begin
  if not pg_has_role(current_user, 'courtside_app', 'member') then
    execute format('grant courtside_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to courtside_app;

-- Who is asking. After a transaction the setting is '', not null.
create function app_user_id() returns uuid language sql stable
  return nullif(current_setting('app.user_id', true), '')::uuid;
-- These look past row security, for a policy on a table must not ask that same table.
create function app_is_signed_in() returns boolean language sql stable security definer set search_path = public
  as $$ select exists (select from users where id = app_user_id()) $$;
create function app_is_super_admin() returns boolean language sql stable security definer set search_path = public
  as $$ select exists (select from super_admins where user_id = app_user_id()) $$;
create function app_is_db_manager() returns boolean language sql stable security definer set search_path = public
  as $$ select exists (select from super_admins where user_id = app_user_id() and db_manager) $$;
create function app_schools() returns setof uuid language sql stable security definer set search_path = public
  as $$ select school_id from users_schools where user_id = app_user_id() $$;
create function app_managed_schools() returns setof uuid language sql stable security definer set search_path = public
  as $$ select school_id from users_schools where user_id = app_user_id() and role in ('primary', 'admin') $$;

do $$
declare secured text;
begin
  foreach secured in array array['users', 'super_admins', 'schools', 'users_schools', 'cases', 'witnesses', 'teams', 'students',
    'tournaments', 'service_statuses', 'incidents', 'sessions', 'accounts', 'verifications', 'sign_in_failures', 'server_facts'] loop
    execute format('alter table %I enable row level security', secured);
  end loop;
end $$;

-- school
grant select, insert, delete on schools to courtside_app;
grant update (name, short_name, is_premium) on schools to courtside_app;
create policy read on schools for select to courtside_app
  using ((select app_is_super_admin()) or id in (select app_schools()));
create policy create_ on schools for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on schools for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on schools for delete to courtside_app using ((select app_is_db_manager()));

-- user: made by the command line, deleted through delete_auth_user
grant select (id, email, name, last_sign_in, version, created_at, updated_at, sort_name, search) on users to courtside_app;
grant update (name) on users to courtside_app;
create policy read on users for select to courtside_app
  using ((select app_is_super_admin()) or id = (select app_user_id())
    or id in (select user_id from users_schools where school_id in (select app_schools())));
create policy update_ on users for update to courtside_app using ((select app_is_super_admin()));

-- Deletes a user together with the sessions and assignments.
create function delete_auth_user(target_user_id uuid) returns boolean
  language plpgsql security definer set search_path = public as $$
begin
  if not app_is_db_manager() then
    raise exception 'only a database manager deletes a user' using errcode = '42501';
  end if;
  delete from users where id = target_user_id;
  return found;
end $$;
revoke execute on function delete_auth_user(uuid) from public;
grant execute on function delete_auth_user(uuid) to courtside_app;

-- super_admins: granted and revoked by the command line only
grant select on super_admins to courtside_app;
create policy read on super_admins for select to courtside_app
  using (user_id = (select app_user_id()) or (select app_is_super_admin()));

-- assignment
grant select, insert, delete on users_schools to courtside_app;
grant update (role) on users_schools to courtside_app;
create policy read on users_schools for select to courtside_app
  using ((select app_is_super_admin()) or user_id = (select app_user_id()) or school_id in (select app_schools()));
create policy create_ on users_schools for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on users_schools for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on users_schools for delete to courtside_app using ((select app_is_super_admin()));

-- case
grant select, insert, delete on cases to courtside_app;
grant update (name, year, type, area, is_active) on cases to courtside_app;
create policy read on cases for select to courtside_app using ((select app_is_signed_in()));
create policy create_ on cases for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on cases for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on cases for delete to courtside_app using ((select app_is_db_manager()));

-- witness
grant select, insert, delete on witnesses to courtside_app;
grant update (name, side, type) on witnesses to courtside_app;
create policy read on witnesses for select to courtside_app using ((select app_is_signed_in()));
create policy create_ on witnesses for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on witnesses for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on witnesses for delete to courtside_app using ((select app_is_super_admin()));

-- team, student, tournament: one rule for the three rosters
do $$
declare roster text;
begin
  foreach roster in array array['teams', 'students', 'tournaments'] loop
    execute format('grant select, insert, delete on %I to courtside_app', roster);
    execute format('grant update (name) on %I to courtside_app', roster);
    execute format('create policy read on %I for select to courtside_app
      using ((select app_is_super_admin()) or school_id in (select app_schools()))', roster);
    execute format('create policy create_ on %I for insert to courtside_app
      with check ((select app_is_super_admin()) or school_id in (select app_managed_schools()))', roster);
    execute format('create policy update_ on %I for update to courtside_app
      using ((select app_is_super_admin()) or school_id in (select app_managed_schools()))', roster);
    execute format('create policy delete_ on %I for delete to courtside_app
      using ((select app_is_super_admin()) or school_id in (select app_managed_schools()))', roster);
  end loop;
end $$;
grant update (team_id) on students to courtside_app;

-- service status, incidents: everyone reads, also signed out
grant select, insert, update, delete on service_statuses, incidents to courtside_app;
create policy read on service_statuses for select to courtside_app using (true);
create policy create_ on service_statuses for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on service_statuses for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on service_statuses for delete to courtside_app using ((select app_is_super_admin()));
create policy read on incidents for select to courtside_app using (true);
create policy create_ on incidents for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on incidents for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on incidents for delete to courtside_app using ((select app_is_super_admin()));
