-- What undoing an import deletes is kept with it for 30 days, and restored together.

-- Whether the rows that a statement deletes are kept with an import.
do $$
declare kept record;
begin
  for kept in select * from (values ('teams', 'team'), ('students', 'student'), ('tournaments', 'tournament')) as t (name, subject) loop
    execute format('drop trigger copy_deleted on %I', kept.name);
    execute format('create trigger copy_deleted before delete on %I for each row
      when (pg_trigger_depth() = 0 and current_setting(''app.undoing'', true) is distinct from ''yes'')
      execute function copy_deleted(%L)', kept.name, kept.subject);
  end loop;
end $$;

-- Deletes the rows for which the condition holds, keeps them with the import, and returns how many there were.
create function delete_undone(import uuid, of_table text, condition text) returns integer language plpgsql as $$
declare counted integer;
begin
  execute format('with gone as (delete from %1$I t where %2$s returning t.*),
      kept as (insert into deleted_rows select $1, %1$L, ''{}'', jsonb_agg(to_jsonb(gone)) from gone having count(*) > 0)
    select count(*) from gone', of_table, condition) into counted using import;
  return counted;
end $$;
revoke execute on function delete_undone(uuid, text, text) from public;

-- Undoes what an import has added, except what somebody has changed or used since. `deleted`: how many rows of each table; null if there
-- is no such import. `names`: of the deleted tournaments, teams and students. `kept`: what stays, each with whether it was changed.
create function undo_import(school uuid, import uuid, out deleted jsonb, out names jsonb, out kept jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  imported season_imports;
  own constant text := format('import_id = %L', import);
  -- A ballot's version after its scores were added.
  untouched_ballot constant text := format('import_id = %L and version = 2', import);
  step text;
  unused uuid[];
begin
  select * into imported from season_imports i
    where i.id = import and i.school_id = school and school in (select app_managed_schools()) for update;
  if not found then
    return;
  end if;
  -- Each before what it belongs to, in the order in which other calls lock them. Nothing can refer to a locked row, so what isn't in use
  -- now isn't when it is deleted.
  foreach step in array array['kept_ballots', 'rounds', 'tournaments', 'students', 'teams'] loop
    execute format('select from %I where %s order by id for update', step, own);
  end loop;
  perform set_config('app.undoing', 'yes', true);
  insert into deleted_records (record_id, subject, label, school_id, by_name)
    values (import, 'import', imported.file_name, school, (select name from users where id = app_user_id()));
  perform delete_undone(import, 'ballot_scores', format('ballot_id in (select id from kept_ballots where %s)', untouched_ballot));
  deleted := jsonb_build_object('ballots', delete_undone(import, 'kept_ballots', untouched_ballot));
  -- Rounds of two own teams that the import has joined are two rounds again once they have no ballots.
  with apart as (
    update rounds d set shared_with = null from rounds joined
      where d.id = any (imported.joined_rounds) and joined.id = d.id and joined.shared_with is not null
        and not exists (select from kept_ballots b where b.round_id = joined.shared_with)
      returning d.id, joined.shared_with)
  insert into deleted_rows select import, 'rounds', '{shared_with}', jsonb_agg(to_jsonb(apart)) from apart having count(*) > 0;
  -- A round that names another goes with it.
  unused := array(select r.id from rounds r where r.import_id = import and version = 1 and shared_with is not null
    and not exists (select from kept_ballots b where b.round_id in (r.id, r.shared_with)));
  unused := unused || array(select r.id from rounds r where r.import_id = import and version = 1 and shared_with is null
    and not exists (select from kept_ballots b where b.round_id = r.id)
    and not exists (select from rounds d where d.shared_with = r.id and d.id <> all (unused)));
  -- Of rounds that the school had before, the line-up goes that came with the import.
  perform delete_undone(import, 'round_parts', format('round_id = any (%L) or %s
    and not exists (select from rounds r where r.id = t.round_id and r.import_id = t.import_id)', unused, own));
  deleted := deleted || jsonb_build_object(
    'rounds', delete_undone(import, 'rounds', format('id = any (%L)', unused)));
  deleted := deleted || jsonb_build_object(
    'tournaments', delete_undone(import, 'tournaments', own || ' and version = 1
      and not exists (select from rounds r where r.tournament_id = t.id)'));
  deleted := deleted || jsonb_build_object(
    'teams', delete_undone(import, 'teams', own || ' and version = 1
      and not exists (select from rounds r where r.team_id = t.id) and not exists (select from students s where s.team_id = t.id)'));
  deleted := deleted || jsonb_build_object(
    'students', delete_undone(import, 'students', own || ' and version = 1
      and not exists (select from round_parts p where p.student_id = t.id)'));

  select coalesce(jsonb_object_agg(table_name, of_table), '{}') into names from (
    select table_name, jsonb_agg(row ->> 'name' order by row ->> 'sort_name') as of_table
      from deleted_rows d cross join jsonb_array_elements(d.rows) row
      where d.record_id = import and d.columns = '{}' and table_name in ('tournaments', 'teams', 'students') group by 1) named;
  select coalesce(jsonb_agg(jsonb_build_object('name', label, 'isChanged', is_changed) order by place, label), '[]') into kept from (
    select 1 as place, 'Ballot of judge ' || b.number || ', round ' || r.number || ', ' || t.name as label, true as is_changed
      from kept_ballots b join rounds r on r.id = b.round_id join tournaments t on t.id = r.tournament_id where b.import_id = import
    union all select 2, 'Round ' || r.number || ', ' || t.name, r.version > 1
      from rounds r join tournaments t on t.id = r.tournament_id where r.import_id = import
    union all select 3, 'Round ' || d.number || ' as one round of both teams, ' || t.name, false
      from rounds d join tournaments t on t.id = d.tournament_id
      where d.id = any (imported.joined_rounds) and d.shared_with is not null
    union all select 4, name, version > 1 from tournaments where import_id = import
    union all select 5, name, version > 1 from teams where import_id = import
    union all select 6, name, version > 1 from students where import_id = import) left_over (place, label, is_changed);

  -- What stays no longer belongs to the import, until that is restored.
  foreach step in array array['kept_ballots', 'round_parts', 'rounds', 'tournaments', 'students', 'teams'] loop
    execute format('insert into deleted_rows select $1, %1$L, ''{import_id}'', jsonb_agg((
          select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(c)) as cell (name, value) where quote_ident(name) = any ($2)))
        from %1$I c where import_id = $1 having count(*) > 0', step) using import, primary_key(step) || '{import_id}';
  end loop;
  perform delete_undone(import, 'season_imports', format('id = %L', import));
  update deleted_records set went_with = (
      select jsonb_object_agg(table_name, jsonb_array_length(rows)) from deleted_rows where record_id = import and columns = '{}')
    where record_id = import;
  perform record_import('delete', import, school);
  perform set_config('app.undoing', '', true);
end $$;
revoke execute on function undo_import(uuid, uuid) from public;
grant execute on function undo_import(uuid, uuid) to courtside_app;

-- The history says that an import was undone or restored, and not what its file was called: that can be a student's name.
create function record_import(action text, import uuid, school uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select person.id, person.name, person.email, 'import', action, import, school, 'Import' from users person where id = app_user_id()
$$;
revoke execute on function record_import(text, uuid, uuid) from public;
drop policy read on changes;
create policy read on changes for select to courtside_app
  using ((select app_is_super_admin())
    and (subject not in ('round', 'keptBallot', 'import') or parent_id in (select app_schools())));

create or replace function app_may_restore(subject text, school_id uuid, deleted_at timestamptz) returns boolean language sql stable as $$
  select deleted_at > now() - interval '30 days' and case
    when subject in ('team', 'student', 'tournament')
      then app_is_super_admin() or coalesce(school_id in (select app_managed_schools()), false)
    -- Super admins read nothing of a season book.
    when subject = 'import' then coalesce(school_id in (select app_managed_schools()), false)
    else app_is_db_manager() end
$$;
create or replace function restored_by(of_record uuid) returns table (by_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when last.by_id is distinct from app_user_id() then coalesce(last.by_name, 'Somebody') end
    from (
      select * from changes
        where record_id = of_record and subject in ('school', 'user', 'case', 'team', 'student', 'tournament', 'import')
        order by id desc limit 1) as last
    where last.action = 'restore' and app_may_restore(last.subject, last.parent_id, last.at)
$$;
create or replace function record_deleted_for_good() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select person.id, person.name, person.email, old.subject, 'deleteForGood', old.record_id,
      case when old.subject in ('team', 'student', 'tournament', 'import') then old.school_id end,
      case old.subject when 'student' then 'Deleted student' when 'import' then 'Import' else old.label end
    from users person where person.id = app_user_id();
  return null;
end $$;

create or replace function restore_rows(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry deleted_records;
  step text;
  key record;
  wanted text;
  conditions text;
  inserted integer;
begin
  select * into entry from deleted_records d
    where d.record_id = of_record and app_may_restore(d.subject, d.school_id, d.deleted_at) for update;
  if not found then
    outcome := 'missing';
    return;
  end if;
  -- What these rows refer to, or the rows that refer to them, may be deleted too.
  for key in
    select r.table_name as name, f.parent, f.columns, f.parent_columns, r.rows
      from deleted_rows r join foreign_keys() f on f.child = r.table_name and f.parent <> r.table_name
      where r.record_id = of_record and r.columns = '{}'
    union all
    select r.table_name, r.table_name, primary_key(r.table_name), primary_key(r.table_name), r.rows
      from deleted_rows r where r.record_id = of_record and r.columns not in ('{}', '{import_id}')
  loop
    execute format('select d.label from deleted_records d join deleted_rows r using (record_id)
          cross join jsonb_populate_recordset(null::%1$I, r.rows) p
        where d.record_id <> $1 and d.deleted_at >= $2 and app_may_restore(d.subject, d.school_id, d.deleted_at)
          and r.table_name = %1$L and r.columns = ''{}''
          and (%2$s) in (select %3$s from jsonb_populate_recordset(null::%4$I, $3) c) limit 1',
      key.parent, columns_of('p', key.parent_columns), columns_of('c', key.columns), key.name)
      into needed using entry.record_id, entry.deleted_at, key.rows;
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
        -- What an import added counts as unchanged by its version, and comes back as it was.
        when a.attname = 'version' then case entry.subject when 'import' then 'c.version' else 'c.version + 1' end
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
      and changes.record_id = s.id and subject = 'student' and changes.label = 'Deleted student';
  perform set_config('app.forgetting', '', true);
  if entry.subject = 'import' then
    perform record_import('restore', of_record, entry.school_id);
  end if;
  delete from deleted_records where record_id = of_record;
  perform set_config('app.restoring', '', true);
  outcome := 'restored';
end $$;

-- Restoring adds to several of a school's lists, as an import does, so neither runs while the other does.
create or replace function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from season_books b join deleted_records d using (school_id) where d.record_id = of_record for update of b;
  select r.outcome, r.needed into restore_deleted.outcome, restore_deleted.needed from restore_rows(of_record) r;
end $$;

-- "Delete everything" and a season book's last day leave no undone import.
create or replace function forget_deleted_ballots(of_school uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from deleted_records d where d.school_id = of_school and d.subject = 'import';
  with tables as (select array['season_books', 'season_imports', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores',
      'score_corrections'] as of_book),
    forgotten as (
      delete from deleted_rows r using deleted_records d, tables
        where d.record_id = r.record_id and d.school_id = of_school and r.table_name = any (of_book))
  update deleted_records d set went_with = went_with - of_book from tables where d.school_id = of_school
$$;

-- The parts of a student on ballots that were deleted before the student. Undoing an import deletes ballots whose rounds and line-ups can
-- stay, and line-ups whose rounds stay.
create or replace function parts_in_copies(student uuid) returns table (record_id uuid, ballot_id uuid, side_parts text[])
  language sql stable as $$
  select record_id, ballot_id, array_agg(side_part) from (
    select p.record_id, (ballot ->> 'id')::uuid as ballot_id, (round ->> 'side') || ' ' || (part ->> 'part') as side_part
      from deleted_rows p
        cross join jsonb_array_elements(p.rows) part
        join deleted_rows r using (record_id) cross join jsonb_array_elements(r.rows) round
        join deleted_rows b using (record_id) cross join jsonb_array_elements(b.rows) ballot
      where p.table_name = 'round_parts' and r.table_name = 'rounds' and b.table_name = 'kept_ballots'
        and p.columns = '{}' and r.columns = '{}' and b.columns = '{}'
        and p.rows @> jsonb_build_array(jsonb_build_object('student_id', student)) and part ->> 'student_id' = student::text
        and round ->> 'id' = part ->> 'round_id' and ballot ->> 'round_id' = coalesce(round ->> 'shared_with', round ->> 'id')
    union
    select d.record_id, (ballot ->> 'id')::uuid, r.side || ' ' || p.part
      from (
        select round_id, part from round_parts where student_id = student
        union
        select (row ->> 'round_id')::uuid, row ->> 'part' from deleted_rows x cross join jsonb_array_elements(x.rows) row
          where x.table_name = 'round_parts' and (x.record_id = student and x.columns = '{student_id}'
            or x.columns = '{}' and x.rows @> jsonb_build_array(jsonb_build_object('student_id', student))
              and row ->> 'student_id' = student::text)) p
        join rounds r on r.id = p.round_id
        join deleted_records d on d.school_id = r.school_id and d.subject = 'import'
        join deleted_rows b on b.record_id = d.record_id and b.table_name = 'kept_ballots' and b.columns = '{}'
        cross join jsonb_array_elements(b.rows) ballot
      where ballot ->> 'round_id' = coalesce(r.shared_with, r.id)::text) found
    group by 1, 2
$$;

-- The name of an undone import is its file's.
create function forget_name_in_labels(school uuid, pattern text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update deleted_records set label = without_names(label, pattern, 200)
    where school_id = school and subject = 'import' and label ~* pattern
$$;
revoke execute on function forget_name_in_labels(uuid, text) from public;
do $$
declare
  definition text := pg_get_functiondef('forget_name'::regproc);
  before constant text := 'update access_requests set note';
begin
  if position(before in definition) = 0 then
    raise exception 'forget_name is not as it was expected';
  end if;
  execute replace(definition, before, 'perform forget_name_in_labels(school, whole);
  ' || before);
end $$;
