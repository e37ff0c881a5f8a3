-- Who may be seen, as a function: the planner took the policy's own subquery for so dear that it read every user rather than
-- look up the few of one school. Also what it should expect: a person has few schools, and a school few people.
create function app_colleagues() returns setof uuid language sql stable security definer rows 100 set search_path = public
  as $$ select theirs.user_id from users_schools own join users_schools theirs using (school_id)
    where own.user_id = app_user_id() $$;
alter function app_schools() rows 3;
alter function app_managed_schools() rows 3;

drop policy read on users;
create policy read on users for select to courtside_app
  using ((select app_is_super_admin()) or id = (select app_user_id()) or id in (select app_colleagues()));
