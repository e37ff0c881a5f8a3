-- Functions that run with their owner's rights look for tables in public first and in temporary schemas last, so that a
-- temporary table of the caller can never stand in for a real one.
do $$
declare definer regprocedure;
begin
  for definer in select oid::regprocedure from pg_proc where pronamespace = 'public'::regnamespace and prosecdef loop
    execute format('alter function %s set search_path = public, pg_temp', definer);
  end loop;
end $$;

-- Deletes the person, the sessions and the assignments together. The only database manager stays: nobody else could delete
-- anything any more. The lock makes two managers who delete each other at the same moment wait for one another.
create or replace function delete_auth_user(target_user_id uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not app_is_db_manager() then
    raise exception 'only a database manager deletes a user' using errcode = '42501';
  end if;
  perform from super_admins where db_manager for update;
  if exists (select from super_admins where user_id = target_user_id and db_manager)
    and not exists (select from super_admins where user_id <> target_user_id and db_manager) then
    raise exception 'the only database manager cannot be deleted' using errcode = 'CS001';
  end if;
  delete from users where id = target_user_id;
  return found;
end $$;
