-- Deleted schools, cases, users, teams, students and tournaments can be restored for 30 days with all that was deleted with them. That
-- is read from the foreign keys, so a new table needs nothing here.
create table deleted_records (
  record_id uuid primary key,
  subject text not null,
  label text not null,
  -- The school of a team, student or tournament; a deleted school's own id.
  school_id uuid,
  by_name text,
  deleted_at timestamptz not null default now(),
  -- How many rows of each table were deleted.
  went_with jsonb not null default '{}',
  -- Every name of a deleted student, or of the students of an undone import (016-forgetting.sql).
  names text[]
);
create index deleted_records_by_school on deleted_records (school_id, deleted_at desc);
create index deleted_records_by_time on deleted_records (deleted_at);

-- What is kept of a deleted record. Only the functions below read it.
create table deleted_rows (
  record_id uuid not null references deleted_records on delete cascade,
  table_name text not null,
  -- Empty for rows that were deleted. Otherwise the rows stayed, and these columns of theirs were emptied.
  columns text[] not null,
  rows jsonb not null,
  primary key (record_id, table_name, columns)
);
-- Copies with texts that people can type. Those of thousands of deleted students have none.
create index deleted_texts on deleted_rows (record_id) where table_name not in ('students', 'round_parts', 'saved_line_up_parts');
alter table deleted_rows enable row level security;

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

-- The people who may delete a record may restore it, and delete it for good.
create function app_may_restore(subject text, school_id uuid, deleted_at timestamptz) returns boolean language sql stable as $$
  select deleted_at > now() - interval '30 days' and case
    when subject in ('team', 'student', 'tournament')
      then app_is_super_admin() or coalesce(school_id in (select app_managed_schools()), false)
    -- Super admins read nothing of a season book.
    when subject = 'import' then coalesce(school_id in (select app_managed_schools()), false)
    else app_is_db_manager() end
$$;
alter table deleted_records enable row level security;
grant select, delete on deleted_records to courtside_app;
create policy read on deleted_records for select to courtside_app using (app_may_restore(subject, school_id, deleted_at));
create policy delete_ on deleted_records for delete to courtside_app using (app_may_restore(subject, school_id, deleted_at));

-- Restoring is announced by the restored tables themselves.
create trigger tell_gone after delete on deleted_records referencing old table as changed
  for each statement execute function tell_change('deletedEntry', 'school_id', 'record_id');

-- Adds what a person deleted for good to the history, without a student's name.
create function record_deleted_for_good() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select person.id, person.name, person.email, old.subject, 'deleteForGood', old.record_id,
      case when old.subject in ('team', 'student', 'tournament', 'import') then old.school_id end,
      case old.subject when 'student' then 'Deleted student' when 'import' then 'Import' else old.label end
    from users person where person.id = app_user_id();
  return null;
end $$;
-- Skips copies that are restored, and copies that a newer copy of the record or its school replaces.
create trigger record_deleted_for_good after delete on deleted_records for each row
  when (pg_trigger_depth() = 0 and current_setting('app.restoring', true) is distinct from 'yes')
  execute function record_deleted_for_good();

-- The columns of a constraint or index, quoted.
create function column_names(of_table oid, numbers int2[]) returns text[] language sql stable as $$
  select array_agg(quote_ident(attname) order by at) from unnest(numbers) with ordinality as listed (number, at)
    join pg_attribute on attrelid = of_table and attnum = number
$$;
-- `emptied`: the columns that become null when the parent is deleted. Without them, the child is deleted too. Without try-outs: no copy of
-- a deleted school, student or user outlives their day. Deletions and restores ask this for each table, and calling `column_names` for
-- each key takes ten times as long.
create function foreign_keys()
  returns table (child text, parent text, cascades boolean, columns text[], parent_columns text[], emptied text[])
  language sql stable as $$
  select child.relname::text, parent.relname::text, confdeltype = 'c',
      array(select quote_ident(attname) from unnest(conkey) with ordinality as listed (number, at)
        join pg_attribute on attrelid = conrelid and attnum = number order by at),
      array(select quote_ident(attname) from unnest(confkey) with ordinality as listed (number, at)
        join pg_attribute on attrelid = confrelid and attnum = number order by at),
      array(select quote_ident(attname) from unnest(coalesce(confdelsetcols, conkey)) with ordinality as listed (number, at)
        join pg_attribute on attrelid = conrelid and attnum = number order by at)
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
      and child.relname not in ('try_outs', 'try_out_candidates', 'try_out_ratings')
$$;
create function primary_key(of_table text) returns text[] language sql stable as $$
  select column_names(indrelid, indkey::int2[]) from pg_index where indrelid = of_table::regclass and indisprimary
$$;
create function columns_of(alias text, columns text[]) returns text language sql immutable as $$
  select string_agg(alias || '.' || name, ', ' order by at) from unnest(columns) with ordinality as listed (name, at)
$$;
-- The parts of a student on each ballot, also of one who was deleted.
create function parts_of_student(student uuid) returns table (ballot_id uuid, side_parts text[]) language sql stable as $$
  select b.id, array_agg(r.side || ' ' || p.part)
    from (
      select round_id, part from round_parts where student_id = student
      union
      select (row ->> 'round_id')::uuid, row ->> 'part' from deleted_rows d cross join jsonb_array_elements(d.rows) row
        where d.record_id = student and d.table_name = 'round_parts' and d.columns = '{student_id}') p
      join rounds r on r.id = p.round_id join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
    group by b.id
$$;
-- Keeps a copy of a record that somebody deletes, with all rows that are deleted with it. Not of sessions, access tokens, links and
-- webhooks: restoring must neither let anybody in nor send anything out. Where `app.for_good` is set, nothing is kept. Argument: the subject.
create function copy_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_out constant text[] := array['sessions', 'password_resets', 'invitations', 'calendar_links', 'access_tokens', 'webhooks', 'webhook_deliveries',
    'student_links'];
  deleted jsonb := to_jsonb(old);
  -- The places of the rows by table. They are locked, so they stay in place.
  places jsonb := jsonb_build_object(tg_table_name, array[old.ctid]::text);
  more_places tid[];
  waiting text[] := array[tg_table_name];
  step text;
  key record;
begin
  if current_setting('app.for_good', true) = 'yes' then
    if tg_argv[0] = 'student' then
      perform forget_deleted_comments(old.id);
      perform forget_name(old.id, (deleted ->> 'school_id')::uuid, array(select old.name union
        select name from changes c cross join lateral (values (c.before ->> 'name'), (c.after ->> 'name')) named (name)
          where c.record_id = old.id and c.subject = 'student' and name is not null));
    end if;
    return old;
  end if;
  while waiting <> '{}' loop
    step := waiting[1];
    waiting := waiting[2:];
    for key in select * from foreign_keys() f where f.parent = step and f.cascades and f.child <> all (left_out) loop
      execute format('select array_agg(c.at) from (select c.ctid as at from %I c
          where (%s) in (select %s from %I p where p.ctid = any ($1)) and c.ctid <> all ($2) for update of c) c',
        key.child, columns_of('c', key.columns), columns_of('p', key.parent_columns), key.parent)
        into more_places using (places ->> key.parent)::tid[], coalesce(places ->> key.child, '{}')::tid[];
      if more_places is not null then
        places := places || jsonb_build_object(key.child, (coalesce(places ->> key.child, '{}')::tid[] || more_places)::text);
        waiting := waiting || key.child;
      end if;
    end loop;
  end loop;
  delete from deleted_records where record_id = old.id;
  insert into deleted_records (record_id, subject, label, school_id, by_name)
    values (old.id, tg_argv[0], old.name || coalesce(' (' || (deleted ->> 'season') || ')', ''),
      coalesce(deleted ->> 'school_id', case tg_argv[0] when 'school' then deleted ->> 'id' end)::uuid,
      (select name from users where id = app_user_id()));
  for step in select * from jsonb_object_keys(places) loop
    execute format('insert into deleted_rows select $1, %1$L, ''{}'', jsonb_agg(to_jsonb(c)) from %1$I c where c.ctid = any ($2)', step)
      using old.id, (places ->> step)::tid[];
  end loop;
  for key in select * from foreign_keys() f where not f.cascades and places ? f.parent loop
    execute format('insert into deleted_rows select $1, %1$L, $4, jsonb_agg(to_jsonb(found)) from (
        select %2$s from %1$I c where (%3$s) in (select %4$s from %5$I p where p.ctid = any ($2)) and c.ctid <> all ($3)) found
        having count(*) > 0',
      key.child, columns_of('c', primary_key(key.child) || key.emptied), columns_of('c', key.columns), columns_of('p', key.parent_columns),
      key.parent)
      using old.id, (places ->> key.parent)::tid[], coalesce(places ->> key.child, '{}')::tid[], key.emptied;
  end loop;
  if tg_argv[0] = 'student' then
    insert into deleted_rows
      select old.id, 'ballot_scores', '{comments}', jsonb_agg(jsonb_build_object('ballot_id', ballot_id, 'comments', comments))
        from (
          select x.ballot_id, jsonb_object_agg(side_part, x.comments -> side_part) as comments
            from parts_of_student(old.id) own cross join unnest(own.side_parts) side_part
              join ballot_scores x on x.ballot_id = own.ballot_id and x.comments ? side_part
            group by 1) of_student
        having count(*) > 0;
  end if;
  update deleted_records set went_with = (
      select jsonb_object_agg(table_name, jsonb_array_length(rows)) from deleted_rows where record_id = old.id and columns = '{}')
    where record_id = old.id;
  -- Otherwise the deletion of each student would empty the line-ups first, and the deletion of each round would look for its own.
  if places ? 'round_parts' then
    delete from round_parts where ctid = any ((places ->> 'round_parts')::tid[]);
  end if;
  return old;
end $$;
do $$
declare kept text[];
begin
  foreach kept slice 1 in array array[
    ['schools', 'school'],
    ['users', 'user'],
    ['cases', 'case'],
    ['teams', 'team'],
    ['students', 'student'],
    ['tournaments', 'tournament']] loop
    -- Not for rows that are deleted with another record, or with an import that is undone. By its name it runs before `forget_comments`.
    execute format('create trigger copy_deleted before delete on %I for each row
      when (pg_trigger_depth() = 0 and current_setting(''app.undoing'', true) is distinct from ''yes'')
      execute function copy_deleted(%L)', kept[1], kept[2]);
  end loop;
end $$;

-- Restores a record. `outcome`: 'restored'; 'missing'; 'needs another', which was deleted later and is named by `needed`; or
-- 'needs school', which is deleted. Deleting a record and restoring it changes nothing: restored rows keep their versions, and so do rows
-- that only lost their reference to the record and get it back. A comment about a deleted student isn't restored to a part that now belongs
-- to another student, because that student could read it. A name that is taken by now violates its unique index.
create function restore_rows(of_record uuid, out outcome text, out needed text)
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
revoke execute on function restore_rows(uuid) from public;

-- Links between deleted records come back in whichever order the records are restored, also if the person who restores one record may not
-- restore the other: an Admin restores a tournament before a database manager restores its case.
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

-- The schools of a deleted record, or of the rows that refer to it.
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

-- As `restore_rows`. In addition, `outcome` is 'name taken', 'email taken', 'person taken' or 'number taken', by the record in `needed`,
-- which somebody can change first, or 'taken'. Holds the seasons of the schools, as an import and deletions do, so none of these runs
-- while another does. What a record refers to may be deleted meanwhile: it is then restored as if that had been deleted before. Without
-- `enable_seqscan`: a table that a deletion has left empty costs nothing to read, and PostgreSQL would read it for each row that is added
-- to it.
create function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  of_table text;
  rule text;
  keys text[];
  other jsonb;
  of_schools uuid[] := array(select distinct schools_of_deleted(of_record));
begin
  perform from season_books where school_id = any (of_schools) order by school_id for update;
  perform from schools where id = any (of_schools) order by id for key share;
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
revoke execute on function restore_deleted(uuid) from public;
grant execute on function restore_deleted(uuid) to courtside_app;

-- Who restored a record that is no longer deleted, so that a second person who tries to restore it can see the name. Null: the caller.
create function restored_by(of_record uuid) returns table (by_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when last.by_id is distinct from app_user_id() then coalesce(last.by_name, 'Somebody') end
    from (
      select * from changes
        where record_id = of_record and subject in ('school', 'user', 'case', 'team', 'student', 'tournament', 'import')
        order by id desc limit 1) as last
    where last.action = 'restore' and app_may_restore(last.subject, last.parent_id, last.at)
$$;
revoke execute on function restored_by(uuid) from public;
grant execute on function restored_by(uuid) to courtside_app;
