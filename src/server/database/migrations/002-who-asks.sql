-- Who is asking. Every call runs as the role courtside_app, with the rights of one person in settings of its transaction. `take_on`
-- writes the settings (017-enter.sql), and policies read them through these functions, once per statement.
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

-- After a transaction a setting is '', not null.
create function app_user_id() returns uuid language sql stable
  return nullif(current_setting('app.user_id', true), '')::uuid;
create function app_is_signed_in() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.user_id', true), '') <> '' $$;
create function app_is_super_admin() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.super_admin', true), '') = 'yes' $$;
create function app_is_db_manager() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.db_manager', true), '') = 'yes' $$;
-- A program that calls with an access token of the person (020-access-tokens.sql).
create function app_is_program() returns boolean language sql stable
  as $$ select coalesce(current_setting('app.access_token', true), '') <> '' $$;
-- The only school that the program which calls may see. Null for people, and for tokens of all schools.
create function app_only_school() returns uuid language sql stable
  return nullif(current_setting('app.only_school', true), '')::uuid;
-- `rows` tells the planner that a person has few schools.
create function app_schools() returns setof uuid language sql stable rows 3
  as $$ select unnest(string_to_array(nullif(current_setting('app.schools', true), ''), ',')::uuid[]) $$;
create function app_managed_schools() returns setof uuid language sql stable rows 3
  as $$ select unnest(string_to_array(nullif(current_setting('app.managed_schools', true), ''), ',')::uuid[]) $$;
