-- A school without a season book has no row to lock, so deleting or restoring a case that it uses could deadlock with the deletion of a team.
-- Like all other calls, both now lock the season's name first.
create or replace function hold_seasons_with_case(of_case uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select lock_list('season', school_id), hold_season_book(school_id) from (
      select school_id from tournaments where case_id = of_case
      union
      select school_id from rounds where case_id = of_case
      union
      select p.school_id from witnesses w join round_parts p on p.witness_id = w.id where w.case_id = of_case
      union
      select p.school_id from witnesses w join saved_line_up_parts p on p.witness_id = w.id where w.case_id = of_case
      order by school_id) using_it where app_is_db_manager()
$$;

create function hold_seasons_of_deleted(of_record uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select lock_list('season', school) from (
      select distinct school from deleted_records d cross join schools_of_deleted(d.record_id) school
        where d.record_id = of_record and app_may_restore(d.subject, d.school_id, d.deleted_at) order by school) of_deleted
$$;
revoke execute on function hold_seasons_of_deleted(uuid) from public;
grant execute on function hold_seasons_of_deleted(uuid) to courtside_app;
