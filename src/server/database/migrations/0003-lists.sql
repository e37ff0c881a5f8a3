-- Lists of any size for super admins. Row security keeps the indexes of a search from being used: Postgres lets no operator
-- that is not proven leakproof (`like` is not) look at rows before the policy has. These views ask the policy's question
-- once, before the first row: the asker sees everything, or nothing.
create view users_for_super_admins with (security_barrier = false) as
  select id, email, name, version, sort_name, search from users where (select app_is_super_admin());
create view schools_for_super_admins with (security_barrier = false) as
  select id, name, short_name, is_premium, version, sort_name, sort_short_name, search from schools
  where (select app_is_super_admin());
grant select on users_for_super_admins, schools_for_super_admins to courtside_app;

-- The users of a page are sorted by e-mail first.
create index users_by_email on users (email collate "C", id);
