-- What super admins filter their lists by: roles, the last sign-in and premium status, each found by an index where few rows
-- have the value. Where many have it, reading the list in order soon fills a page.
create or replace view users_for_super_admins with (security_barrier = false) as
  select id, email, name, version, sort_name, search, sounds, last_sign_in from users where (select app_is_super_admin());

create index users_by_last_sign_in on users (last_sign_in);
create index users_schools_by_role on users_schools (role, user_id);
create index schools_by_premium on schools (is_premium, sort_name, id);
