-- Two faults of ballots whose student or keeper is deleted.

-- A correction, which locks the ballot and then the person who kept it, was refused while that person was deleted, which locked them the other
-- way round. The function is as in 003-people-and-schools.sql, except for this.
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
  perform from kept_ballots where target_user_id in (kept_by, checked_by) order by id for update;
  delete from users where id = target_user_id;
  return found;
end $$;

-- A form that was opened while a student was deleted took the student's comments away again after the restore. Its ballot now has a new version.
create function change_ballot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update kept_ballots set number = number where id = new.ballot_id;
  return null;
end $$;
create trigger change_ballot after update on ballot_scores for each row
  when (current_setting('app.restoring', true) = 'yes' and old.comments <> new.comments) execute function change_ballot();
