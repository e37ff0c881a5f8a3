-- A comment about a deleted student came back with the student to the part of a ballot, and another student, who had been given the part
-- meanwhile, could read it. As in 049-many-deleted-at-once.sql, except for this.
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
  -- Of students, by their ids.
  names jsonb;
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
  update ballot_scores x set comments = own.comments || x.comments
    from (
      select c.ballot_id, jsonb_object_agg(side_part, comment) as comments
        from deleted_rows r cross join jsonb_populate_recordset(null::ballot_scores, r.rows) c
          cross join jsonb_each(c.comments) as each_of (side_part, comment) join kept_ballots b on b.id = c.ballot_id
        where r.record_id = of_record and r.columns = '{comments}'
          and not exists (select from rounds o join round_parts p on p.round_id = o.id
            where (o.id = b.round_id or o.shared_with = b.round_id) and side_part = o.side || ' ' || p.part and p.student_id <> of_record)
        group by c.ballot_id) own
    where x.ballot_id = own.ballot_id;
  -- The history forgot the names of students when they were deleted.
  perform set_config('app.forgetting', 'yes', true);
  select jsonb_object_agg(student ->> 'id', student -> 'name') into names
    from deleted_rows r cross join jsonb_array_elements(r.rows) student
    where r.record_id = of_record and r.table_name = 'students' and r.columns = '{}';
  update changes set label = names ->> record_id::text
    where record_id = any (array(select jsonb_object_keys(names)::uuid)) and is_about_student(subject) and label = 'Deleted student';
  perform set_config('app.forgetting', '', true);
  if entry.subject = 'import' then
    perform record_import('restore', of_record, entry.school_id);
  end if;
  delete from deleted_records where record_id = of_record;
  perform set_config('app.restoring', '', true);
  outcome := 'restored';
end $$;
