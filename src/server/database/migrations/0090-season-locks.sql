-- The row of season_books is the lock of a school's season. Calls that add, move or delete rounds and ballots share it; undoing an
-- import and deleting everything hold it alone. So what they delete is what they have read, and a school that keeps no ballots has
-- none. A school without the row has neither imports nor ballots.

-- Reads the newest committed row, and waits for a change of it: in a stable function, a ballot could be kept after the book is gone.
create or replace function keeps_ballots(school uuid) returns boolean language sql volatile security definer
  set search_path = public, pg_temp
  as $$ select exists (select from season_books b where b.school_id = school and b.keeps_ballots for share) $$;

-- Admins may not change the row, and so couldn't lock it with their own rights.
create function share_season_book(school uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select from season_books b
    where b.school_id = school and (app_is_super_admin() or school in (select app_managed_schools())) for share
$$;
create function hold_season_book(school uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select from season_books b
    where b.school_id = school and (app_is_super_admin() or school in (select app_managed_schools())) for update
$$;
revoke execute on function share_season_book(uuid), hold_season_book(uuid) from public;
grant execute on function share_season_book(uuid), hold_season_book(uuid) to courtside_app;

-- Restoring a tournament adds its ballots again.
alter function restore_deleted(uuid) rename to restore_rows;
revoke execute on function restore_rows(uuid) from courtside_app;
create function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from season_books b join deleted_records d using (school_id) where d.record_id = of_record for share of b;
  select r.outcome, r.needed into restore_deleted.outcome, restore_deleted.needed from restore_rows(of_record) r;
end $$;
revoke execute on function restore_deleted(uuid) from public;
grant execute on function restore_deleted(uuid) to courtside_app;

-- The history leaves out which import a record came with: undoing an import or deleting a season book changes nothing else of a team,
-- student or tournament, and their versions stay.
do $$
declare
  definition text := pg_get_functiondef('record_change'::regproc);
  patched text := replace(definition, $q$'must_change_password'$q$, $q$'must_change_password', 'import_id'$q$);
begin
  if patched = definition then
    raise exception 'record_change has no list of unrecorded columns to add to';
  end if;
  execute patched;
end $$;
do $$
declare stamped text;
begin
  foreach stamped in array array['teams', 'students', 'tournaments', 'rounds', 'kept_ballots'] loop
    execute format('drop trigger stamp_change on %I', stamped);
    execute format('create trigger stamp_change before update on %I for each row
      when (old.import_id is not distinct from new.import_id) execute function stamp_change()', stamped);
  end loop;
end $$;
