-- A super admin signs another person out everywhere: all sessions and access tokens end, and their browsers say why. Only a database manager
-- does it to a database manager, as with passwords. Returns false for an unknown user.
create function end_sessions_of_user(target_user_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person users;
begin
  if not app_is_super_admin() then
    raise exception 'only a super admin ends the sessions of somebody else' using errcode = '42501';
  end if;
  if not app_is_db_manager() and exists (select from super_admins where user_id = target_user_id and db_manager) then
    raise exception 'only a database manager ends the sessions of a database manager' using errcode = 'CS003';
  end if;
  -- A sign-in of the same moment is either over or waits.
  select * into person from users where id = target_user_id for update;
  if not found then
    return false;
  end if;
  with gone as (delete from sessions s where s.user_id = target_user_id returning s.token_hash)
    insert into session_ends (token_hash, reason) select token_hash, 'support' from gone on conflict do nothing;
  delete from access_tokens t where t.user_id = target_user_id;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select by.id, by.name, by.email, 'session', 'delete', target_user_id, person.name from users by where by.id = app_user_id();
  return true;
end $$;
revoke execute on function end_sessions_of_user(uuid) from public;
grant execute on function end_sessions_of_user(uuid) to courtside_app;
