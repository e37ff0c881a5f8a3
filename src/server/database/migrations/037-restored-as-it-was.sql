-- Deleting a record and restoring it changes nothing: what was restored keeps its versions, and so does what only lost its reference to the
-- record and got it back. Before, the undo of an import kept all of a restored school as changed, other undos were refused, open forms found a
-- conflict with the record as it had been, and the history named changes of rounds and ballots that nobody had made. A restore also took
-- longer than a call may where 1,500 records had been deleted since: it compared each with every row. The functions and triggers are as in
-- 014-deleted-records.sql, 008-rosters.sql, 009-season.sql, 027-history-in-bulk.sql and 036-ballots-of-deleted-users.sql, except for this.

create or replace function restore_rows(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry deleted_records;
  step text;
  key record;
  wanted text;
  conditions text;
  inserted integer;
  -- What was deleted since, and can be restored.
  later uuid[];
begin
  select * into entry from deleted_records d
    where d.record_id = of_record and app_may_restore(d.subject, d.school_id, d.deleted_at) for update;
  if not found then
    outcome := 'missing';
    return;
  end if;
  -- What these rows refer to, or the rows that refer to them, may be deleted too. Where keys are intersected, PostgreSQL reads both sides once.
  later := array(select d.record_id from deleted_records d
    where d.record_id <> of_record and d.deleted_at >= entry.deleted_at and app_may_restore(d.subject, d.school_id, d.deleted_at));
  for key in
    select r.table_name as name, f.parent, f.columns, f.parent_columns, r.rows
      from deleted_rows r join foreign_keys() f on f.child = r.table_name and f.parent <> r.table_name
      where r.record_id = of_record and r.columns = '{}'
    union all
    select r.table_name, r.table_name, primary_key(r.table_name), primary_key(r.table_name), r.rows
      from deleted_rows r where r.record_id = of_record and r.columns not in ('{}', '{import_id}')
  loop
    execute format('with gone as materialized (
          select r.record_id, %2$s from deleted_rows r cross join jsonb_populate_recordset(null::%1$I, r.rows) p
            where r.record_id = any ($1) and r.table_name = %1$L and r.columns = ''{}''),
        wanted as materialized (
          select %2$s from gone p intersect select %3$s from jsonb_populate_recordset(null::%4$I, $2) c)
        select label from deleted_records where record_id = (select record_id from gone join wanted using (%5$s) limit 1)',
      key.parent, columns_of('p', key.parent_columns), columns_of('c', key.columns), key.name, array_to_string(key.parent_columns, ', '))
      into needed using later, key.rows;
    if needed is not null then
      outcome := 'needs another';
      return;
    end if;
  end loop;

  perform set_config('app.restoring', 'yes', true);
  -- Parents before children.
  for key in
    with recursive below (name, depth) as (
      select f.parent, 0 from foreign_keys() f
      union
      select f.child, depth + 1 from below join foreign_keys() f on f.parent = below.name and f.child <> f.parent)
    select r.table_name as name, r.rows
      from deleted_rows r join (select name, max(depth) as depth from below group by name) as deepest on name = table_name
      where r.record_id = of_record and r.columns = '{}' order by deepest.depth
  loop
    step := key.name;
    -- A row stays out without what it belongs to; only what it refers to may be missing.
    select coalesce(string_agg(case when f.cascades then format('(num_nulls(%1$s) > 0 or exists (select from %2$I p where (%3$s) = (%1$s)))',
        columns_of('c', f.columns), f.parent, columns_of('p', f.parent_columns)) end, ' and '), 'true')
      into conditions from foreign_keys() f where f.child = step and f.parent <> step;
    if step = 'round_parts' then
      -- A line-up that somebody has chosen since stays.
      conditions := conditions || ' and not exists (select from round_parts p where p.round_id = c.round_id)';
    end if;
    select string_agg(case
        when a.attname = 'updated_at' then 'clock_timestamp()'
        when f.child is not null then format('case when exists (select from %I p where (%s) = (%s)) then c.%I end',
          f.parent, columns_of('p', f.parent_columns), columns_of('c', f.columns), a.attname)
        else format('c.%I', a.attname) end, ', ' order by a.attnum)
      into wanted
      from pg_attribute a
        left join foreign_keys() f on f.child = step and f.parent <> step and not f.cascades and quote_ident(a.attname) = any (f.emptied)
      where a.attrelid = step::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '';
    execute format('insert into %1$I (%2$s) select %3$s from jsonb_populate_recordset(null::%1$I, $1) c where %4$s', step,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
        where attrelid = step::regclass and attnum > 0 and not attisdropped and attgenerated = ''), wanted, conditions)
      using key.rows;
    get diagnostics inserted = row_count;
    -- The record itself comes first.
    if inserted = 0 and key.rows @> jsonb_build_array(jsonb_build_object('id', of_record)) then
      perform set_config('app.restoring', '', true);
      outcome := 'needs school';
      return;
    end if;
  end loop;
  for key in
    select r.table_name as name, emptied, r.rows from deleted_rows r cross join unnest(r.columns) emptied
      where r.record_id = of_record and emptied <> 'comments'
  loop
    -- What somebody has chosen since stays.
    execute format('update %1$I t set %2$s = c.%2$s from jsonb_populate_recordset(null::%1$I, $1) c
        where (%3$s) = (%4$s) and t.%2$s is null %5$s',
      key.name, key.emptied, columns_of('t', primary_key(key.name)), columns_of('c', primary_key(key.name)),
      case key.emptied when 'shared_with' then 'and t.side = ''d'' and not exists (select from kept_ballots b where b.round_id = t.id)
        and exists (select from rounds p where p.id = c.shared_with and p.side = ''p'')' else '' end)
      using key.rows;
  end loop;
  update ballot_scores x set comments = c.comments || x.comments
    from deleted_rows r cross join jsonb_populate_recordset(null::ballot_scores, r.rows) c
    where r.record_id = of_record and r.columns = '{comments}' and x.ballot_id = c.ballot_id;
  -- The history forgot the names of students when they were deleted.
  perform set_config('app.forgetting', 'yes', true);
  update changes set label = s.name from deleted_rows r cross join jsonb_populate_recordset(null::students, r.rows) s
    where r.record_id = of_record and r.table_name = 'students' and r.columns = '{}'
      and changes.record_id = s.id and subject in ('student', 'studentLink') and changes.label = 'Deleted student';
  perform set_config('app.forgetting', '', true);
  if entry.subject = 'import' then
    perform record_import('restore', of_record, entry.school_id);
  end if;
  delete from deleted_records where record_id = of_record;
  perform set_config('app.restoring', '', true);
  outcome := 'restored';
end $$;

-- The references of these are emptied by the deletion of another record, at another trigger's depth, and given back by its restore.
do $$
declare of_table text;
begin
  foreach of_table in array array['teams', 'students', 'tournaments', 'rounds'] loop
    execute format('create or replace trigger stamp_change before update on %I for each row
      when (old.import_id is not distinct from new.import_id and pg_trigger_depth() = 0
        and current_setting(''app.restoring'', true) is distinct from ''yes'') execute function stamp_change()', of_table);
  end loop;
end $$;
create or replace trigger record_change after update on rounds for each row
  when (pg_trigger_depth() = 0 and old.import_id is not distinct from new.import_id
    and current_setting('app.restoring', true) is distinct from 'yes') execute function record_change('round', 'id', 'school_id');
create or replace trigger record_change after update on kept_ballots for each row
  when (pg_trigger_depth() = 0 and old.import_id is not distinct from new.import_id
    and current_setting('app.restoring', true) is distinct from 'yes') execute function record_change('keptBallot', 'id', 'school_id');

-- An open form can't bring back comments that were forgotten while their ballot was deleted (010-ballots.sql).
create function change_copied_ballots() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update deleted_rows b set rows = (
      select jsonb_agg(case when ballot ->> 'id' in (
          select score ->> 'ballot_id' from (select jsonb_array_elements(new.rows) except select jsonb_array_elements(old.rows)) changed (score))
          then ballot || jsonb_build_object('version', (ballot ->> 'version')::integer + 1) else ballot end)
        from jsonb_array_elements(b.rows) ballot)
    where b.record_id = new.record_id and b.table_name = 'kept_ballots' and b.columns = '{}';
  return null;
end $$;
create trigger change_copied_ballots after update on deleted_rows for each row
  when (new.table_name = 'ballot_scores' and new.columns = '{}' and old.rows <> new.rows) execute function change_copied_ballots();
