-- Two changes at the same moment.

-- The deletion of a user was refused as a conflict while somebody deleted a school or a student: each locked what the other one needed next. It now
-- holds the seasons of the user's schools first, as other deletions do, or the schools themselves, which may have no season.
create function schools_with_user(person uuid) returns setof uuid language plpgsql stable as $$
begin
  return query execute (
    select string_agg(format('select school_id from %I where %s = $1', child, columns[1]), ' union ')
      from foreign_keys() f
      where parent = 'users' and exists (select from pg_attribute where attrelid = child::regclass and attname = 'school_id'))
    using person;
end $$;
revoke execute on function schools_with_user(uuid) from public;
-- As in 041-waiting-for-ballots.sql, except for this.
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
  perform from season_books where school_id in (select schools_with_user(target_user_id)) order by school_id for update;
  perform from schools where id in (select schools_with_user(target_user_id)) order by id for key share;
  perform from kept_ballots where target_user_id in (kept_by, checked_by) order by id for update;
  delete from users where id = target_user_id;
  return found;
end $$;

-- What a record refers to can be deleted while the record is restored. The restore said that the record no longer exists. It is now restored as if
-- that had been deleted before. The function is as in 026-names-that-are-taken.sql, except for this.
create or replace function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_table text;
  rule text;
  keys text[];
  other jsonb;
begin
  perform from season_books b join deleted_records d using (school_id) where d.record_id = of_record for update of b;
  for attempt in 1..3 loop
    begin
      select r.outcome, r.needed into restore_deleted.outcome, restore_deleted.needed from restore_rows(of_record) r;
      return;
    exception when foreign_key_violation then
      if attempt = 3 then
        raise;
      end if;
    end;
  end loop;
exception when unique_violation then
  get stacked diagnostics of_table = table_name, rule = constraint_name;
  select column_names(indrelid, indkey::int2[]) into keys from pg_index where indexrelid = rule::regclass;
  execute format('select to_jsonb(t) from deleted_rows d cross join jsonb_populate_recordset(null::%1$I, d.rows) c
      join %1$I t on (%2$s) = (%3$s) where d.record_id = $1 and d.table_name = %1$L and d.columns = ''{}'' limit 1',
    of_table, columns_of('t', keys), columns_of('c', keys)) into other using of_record;
  outcome := case
    when 'sort_name' = any (keys) then 'name taken'
    when 'email' = any (keys) then 'email taken'
    when 'user_id' = any (keys) then 'person taken'
    when 'number' = any (keys) then 'number taken'
    else 'taken' end;
  needed := case of_table
    when 'tournaments' then format('%s (%s)', other ->> 'name', other ->> 'season')
    when 'users' then other ->> 'email'
    when 'rounds' then (select format('Round %s, %s', r.number, t.name)
      from rounds r join tournaments t on t.id = r.tournament_id where r.id = (other ->> 'id')::uuid)
    when 'kept_ballots' then (select format('Ballot of judge %s, round %s, %s', b.number, r.number, t.name)
      from kept_ballots b join rounds r on r.id = b.round_id join tournaments t on t.id = r.tournament_id
      where b.id = (other ->> 'id')::uuid)
    else other ->> 'name' end;
end $$;
