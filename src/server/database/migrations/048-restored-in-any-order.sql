-- Links between deleted records come back in whichever order the records are restored. A tournament that an Admin restored before a database
-- manager restored its case had lost the case. The same happened to students and ballots of a deleted user, and to what an undone import had
-- added, if the person who restores one record may not restore the other.

create function pass_on_references(of_record uuid) returns void language plpgsql as $$
declare
  entry deleted_records;
  -- What was deleted since, of the same school or of none.
  later uuid[];
  key record;
begin
  select * into entry from deleted_records d
    where d.record_id = of_record and app_may_restore(d.subject, d.school_id, d.deleted_at) for update;
  later := array(select d.record_id from deleted_records d
    where d.record_id <> of_record and d.deleted_at >= entry.deleted_at
      and (entry.school_id is null or d.school_id is null or d.school_id = entry.school_id) order by d.record_id);
  -- What these rows refer to is deleted: its copy gets the reference, as if it had been deleted after these rows.
  for key in
    select f.*, r.rows from deleted_rows r join foreign_keys() f on f.child = r.table_name and not f.cascades
      where r.record_id = of_record and r.columns = '{}'
        and exists (select from deleted_rows p where p.record_id = any (later) and p.table_name = f.parent and p.columns = '{}')
  loop
    execute format('with referring as materialized (
          select * from jsonb_populate_recordset(null::%1$I, $1) c
            where num_nulls(%2$s) = 0 and not exists (select from %3$I p where (%4$s) = (%2$s)))
        insert into deleted_rows (record_id, table_name, columns, rows)
          select d.record_id, %1$L, $2, jsonb_agg((select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(c)) as cell (name, value)
              where quote_ident(name) = any ($3)))
            from deleted_rows d cross join jsonb_populate_recordset(null::%3$I, d.rows) p join referring c on (%4$s) = (%2$s)
            where d.record_id = any ($4) and d.table_name = %3$L and d.columns = ''{}''
            group by d.record_id
        on conflict (record_id, table_name, columns) do update set rows = deleted_rows.rows || excluded.rows',
      key.child, columns_of('c', key.columns), key.parent, columns_of('p', key.parent_columns))
      using key.rows, key.emptied, primary_key(key.child) || key.emptied, later;
  end loop;
  -- Rows that referred to this record, or have lost comments with it, are deleted: their copies get that back.
  for key in
    select r.table_name as child, emptied, r.rows from deleted_rows r cross join unnest(r.columns) emptied where r.record_id = of_record
      and exists (select from deleted_rows p where p.record_id = any (later) and p.table_name = r.table_name and p.columns = '{}')
  loop
    execute format('with gone as materialized (
          select c.value from jsonb_array_elements($1) c cross join jsonb_populate_record(null::%1$I, c.value) r
            where not exists (select from %1$I t where (%2$s) = (%3$s))),
        found as (
          select d.record_id, jsonb_agg(case
              when gone.value is null then row.value
              when %4$L = ''comments'' then row.value || jsonb_build_object(%4$L, (gone.value -> %4$L) || (row.value -> %4$L))
              when row.value ->> %4$L is null then row.value || gone.value
              else row.value end) as rows
            from deleted_rows d cross join jsonb_array_elements(d.rows) row left join gone on %5$s
            where d.record_id = any ($2) and d.table_name = %1$L and d.columns = ''{}'' and exists (select from gone)
            group by d.record_id having count(gone.value) > 0)
        update deleted_rows d set rows = found.rows from found
          where d.record_id = found.record_id and d.table_name = %1$L and d.columns = ''{}''',
      key.child, columns_of('t', primary_key(key.child)), columns_of('r', primary_key(key.child)), key.emptied,
      (select string_agg(format('gone.value -> %1$L = row.value -> %1$L', name), ' and ') from unnest(primary_key(key.child)) name))
      using key.rows, later;
  end loop;
end $$;
revoke execute on function pass_on_references(uuid) from public;

-- Restoring a user or a case could deadlock with staff of a school who deleted a student, a ballot or a tournament that refers to it: each
-- waited for the other's rows, and one was refused as a conflict. Restoring now locks the seasons of the schools first, as deleting a user does.
create function schools_of_deleted(of_record uuid) returns setof uuid language plpgsql stable as $$
declare key record;
begin
  return query select school_id from deleted_records where record_id = of_record and school_id is not null;
  if found then
    return;
  end if;
  for key in
    select table_name as name, rows from deleted_rows
      where record_id = of_record and exists (select from pg_attribute where attrelid = table_name::regclass and attname = 'school_id')
  loop
    -- Some rows were deleted, and of those that stayed, only their keys are known.
    return query execute format('select coalesce(t.school_id, c.school_id)
        from jsonb_populate_recordset(null::%1$I, $1) c left join %1$I t on (%2$s) = (%3$s)
        where coalesce(t.school_id, c.school_id) is not null',
      key.name, columns_of('t', primary_key(key.name)), columns_of('c', primary_key(key.name))) using key.rows;
  end loop;
end $$;
revoke execute on function schools_of_deleted(uuid) from public;

-- As in 045-deleted-meanwhile.sql, except for this.
create or replace function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_table text;
  rule text;
  keys text[];
  other jsonb;
begin
  perform from season_books where school_id in (select schools_of_deleted(of_record)) order by school_id for update;
  perform from schools where id in (select schools_of_deleted(of_record)) order by id for key share;
  for attempt in 1..3 loop
    begin
      perform pass_on_references(of_record);
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

-- Deleting a case could deadlock with deleting a team that had saved a line-up with one of its witnesses. It now locks the seasons that use the
-- case first.
create function hold_seasons_with_case(of_case uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select from season_books where app_is_db_manager() and school_id in (
      select school_id from tournaments where case_id = of_case
      union
      select school_id from rounds where case_id = of_case
      union
      select p.school_id from witnesses w join round_parts p on p.witness_id = w.id where w.case_id = of_case
      union
      select p.school_id from witnesses w join saved_line_up_parts p on p.witness_id = w.id where w.case_id = of_case)
    order by school_id for update
$$;
revoke execute on function hold_seasons_with_case(uuid) from public;
grant execute on function hold_seasons_with_case(uuid) to courtside_app;

-- A comment on a ballot of an undone import stayed in its copy when the student whom it was about was deleted for good: which parts the student had
-- was read after the student's own copy was gone. The functions are as in 038-names-in-texts-and-witnesses.sql and 043-names-in-every-text.sql,
-- except for this.
create or replace function forget_deleted_name() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if may_have_texts(old.school_id) then
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_texts(old.record_id, old.school_id, names) from names_to_forget(old) names;
  end if;
  return old;
end $$;
create or replace function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  elsif old.names is not null and may_have_texts(old.school_id) then
    perform forget_name_in_labels(old.record_id, old.school_id, names) from names_to_forget(old) names;
  end if;
  return null;
end $$;
