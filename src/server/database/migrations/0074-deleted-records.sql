-- Deleted schools, cases, users, teams, students and tournaments can be restored for 30 days with all that went with them. What
-- goes with a record is read from the foreign keys, so a new table needs nothing here.
create table deleted_records (
  record_id uuid primary key,
  subject text not null,
  label text not null,
  -- The school of a team, student or tournament; a deleted school's own id.
  school_id uuid,
  by_name text,
  deleted_at timestamptz not null default now(),
  -- How many rows of each table there are in `contents`.
  went_with jsonb not null,
  -- The deleted rows by table, the record's own among them.
  contents jsonb not null,
  -- What was set to null in rows that stay: [{"table", "columns", "rows"}, ...].
  emptied jsonb not null,
  -- What judges wrote about the parts of a deleted student: [{"ballot_id", "part", "comment"}, ...].
  comments jsonb not null
);
create index deleted_records_by_school on deleted_records (school_id, deleted_at desc);
create index deleted_records_by_time on deleted_records (deleted_at);

-- The people who may delete a record may restore it, and delete it for good.
create function app_may_restore(subject text, school_id uuid, deleted_at timestamptz) returns boolean language sql stable as $$
  select deleted_at > now() - interval '30 days' and case
    when subject in ('team', 'student', 'tournament')
      then app_is_super_admin() or coalesce(school_id in (select app_managed_schools()), false)
    else app_is_db_manager() end
$$;
alter table deleted_records enable row level security;
grant select (record_id, subject, label, school_id, by_name, deleted_at, went_with), delete on deleted_records to courtside_app;
create policy read on deleted_records for select to courtside_app using (app_may_restore(subject, school_id, deleted_at));
create policy delete_ on deleted_records for delete to courtside_app using (app_may_restore(subject, school_id, deleted_at));

-- The columns of a constraint or index, quoted.
create function column_names(of_table oid, numbers int2[]) returns text[] language sql stable as $$
  select array_agg(quote_ident(attname) order by at) from unnest(numbers) with ordinality as listed (number, at)
    join pg_attribute on attrelid = of_table and attnum = number
$$;
-- `emptied`: the columns that become null when the parent is deleted. Without them, the child is deleted too.
create function foreign_keys()
  returns table (child text, parent text, cascades boolean, columns text[], parent_columns text[], emptied text[])
  language sql stable as $$
  select child.relname::text, parent.relname::text, confdeltype = 'c', column_names(conrelid, conkey), column_names(confrelid, confkey),
      column_names(conrelid, coalesce(confdelsetcols, conkey))
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace
$$;
create function primary_key(of_table text) returns text[] language sql stable as $$
  select column_names(indrelid, indkey::int2[]) from pg_index where indrelid = of_table::regclass and indisprimary
$$;
create function columns_of(alias text, columns text[]) returns text language sql immutable as $$
  select string_agg(alias || '.' || name, ', ' order by at) from unnest(columns) with ordinality as listed (name, at)
$$;

-- A student's name may also be in the comments on ballots that were deleted before the student.
create function forget_deleted_comments(student uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  update deleted_records d set contents = jsonb_set(d.contents, '{ballot_scores}', (
      select jsonb_agg(jsonb_set(score, '{comments}', (score -> 'comments') - coalesce(own.parts, '{}')))
        from jsonb_array_elements(d.contents -> 'ballot_scores') score
        cross join lateral (
          select array_agg(part ->> 'part') as parts
            from jsonb_array_elements(d.contents -> 'kept_ballots') ballot
              join jsonb_array_elements(d.contents -> 'rounds') round
                on ballot ->> 'round_id' = coalesce(round ->> 'shared_with', round ->> 'id')
              join jsonb_array_elements(d.contents -> 'round_parts') part on part ->> 'round_id' = round ->> 'id'
            where ballot ->> 'id' = score ->> 'ballot_id' and part ->> 'student_id' = student::text) own))
    where d.went_with ? 'ballot_scores'
      and d.contents -> 'round_parts' @> jsonb_build_array(jsonb_build_object('student_id', student))
$$;
revoke execute on function forget_deleted_comments(uuid) from public;

-- Keeps a copy of a record that somebody deletes, with all rows that are deleted with it. Not of sessions and links: restoring
-- must not let anybody in. Where `app.for_good` is set, nothing is kept. Argument: the subject.
create function copy_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_out constant text[] := array['sessions', 'password_resets', 'invitations'];
  deleted jsonb := to_jsonb(old);
  contents jsonb := jsonb_build_object(tg_table_name, jsonb_build_array(deleted));
  emptied jsonb := '[]';
  comments jsonb := '[]';
  waiting text[] := array[tg_table_name];
  step text;
  key record;
  found_rows jsonb;
begin
  if current_setting('app.for_good', true) = 'yes' then
    if tg_argv[0] = 'student' then
      perform forget_deleted_comments(old.id);
    end if;
    return old;
  end if;
  while waiting <> '{}' loop
    step := waiting[1];
    waiting := waiting[2:];
    for key in select * from foreign_keys() f where f.parent = step and f.cascades and f.child <> all (left_out) loop
      execute format('select jsonb_agg(to_jsonb(c)) from (select c.* from %1$I c
          where exists (select from jsonb_populate_recordset(null::%2$I, $1) p where (%3$s) = (%4$s))
            and not exists (select from jsonb_populate_recordset(null::%1$I, $2) known where (%5$s) = (%6$s))
          for update of c) c',
        key.child, key.parent, columns_of('p', key.parent_columns), columns_of('c', key.columns),
        columns_of('known', primary_key(key.child)), columns_of('c', primary_key(key.child)))
        into found_rows using contents -> key.parent, coalesce(contents -> key.child, '[]');
      if found_rows is not null then
        contents := contents || jsonb_build_object(key.child, coalesce(contents -> key.child, '[]') || found_rows);
        waiting := waiting || key.child;
      end if;
    end loop;
  end loop;
  for key in select * from foreign_keys() f where not f.cascades and contents ? f.parent loop
    execute format('select jsonb_agg((select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(c)) as cell (name, value)
            where quote_ident(name) = any ($3))) from %1$I c
        where exists (select from jsonb_populate_recordset(null::%2$I, $1) p where (%3$s) = (%4$s))
          and not exists (select from jsonb_populate_recordset(null::%1$I, $2) known where (%5$s) = (%6$s))',
      key.child, key.parent, columns_of('p', key.parent_columns), columns_of('c', key.columns),
      columns_of('known', primary_key(key.child)), columns_of('c', primary_key(key.child)))
      into found_rows
      using contents -> key.parent, coalesce(contents -> key.child, '[]'), primary_key(key.child) || key.emptied;
    if found_rows is not null then
      emptied := emptied || jsonb_build_object('table', key.child, 'columns', to_jsonb(key.emptied), 'rows', found_rows);
    end if;
  end loop;
  if tg_argv[0] = 'student' then
    select coalesce(jsonb_agg(jsonb_build_object('ballot_id', b.id, 'part', p.part, 'comment', x.comments -> p.part)), '[]')
      into comments
      from round_parts p join rounds r on r.id = p.round_id join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
        join ballot_scores x on x.ballot_id = b.id and x.comments ? p.part
      where p.student_id = old.id;
  end if;
  insert into deleted_records (record_id, subject, label, school_id, by_name, went_with, contents, emptied, comments)
    select old.id, tg_argv[0], old.name, coalesce(deleted ->> 'school_id', case tg_argv[0] when 'school' then deleted ->> 'id' end)::uuid,
      (select name from users where id = app_user_id()),
      (select jsonb_object_agg(name, jsonb_array_length(rows)) from jsonb_each(contents) as went (name, rows)),
      contents, emptied, comments
    on conflict (record_id) do update set deleted_at = excluded.deleted_at, label = excluded.label, by_name = excluded.by_name,
      went_with = excluded.went_with, contents = excluded.contents, emptied = excluded.emptied, comments = excluded.comments;
  return old;
end $$;

do $$
declare kept record;
begin
  for kept in select * from (values ('schools', 'school'), ('users', 'user'), ('cases', 'case'), ('teams', 'team'),
      ('students', 'student'), ('tournaments', 'tournament')) as t (name, subject) loop
    -- Not for rows that go with another record. By its name it runs before `forget_comments`.
    execute format('create trigger copy_deleted before delete on %I for each row when (pg_trigger_depth() = 0)
      execute function copy_deleted(%L)', kept.name, kept.subject);
  end loop;
end $$;

-- Restores a record. `outcome`: 'restored'; 'missing'; 'needs another', which was deleted later and is named by `needed`; or
-- 'needs school', which is deleted for good. A name or email address that somebody else has by now violates its unique index.
create function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  entry deleted_records;
  step text;
  key record;
  change jsonb;
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
    select f.child as name, f.parent, f.columns, f.parent_columns, entry.contents -> f.child as rows from foreign_keys() f
      where entry.contents ? f.child and f.child <> f.parent
    union all
    select e ->> 'table', e ->> 'table', primary_key(e ->> 'table'), primary_key(e ->> 'table'), e -> 'rows'
      from jsonb_array_elements(entry.emptied) e
  loop
    execute format('select d.label from deleted_records d, jsonb_populate_recordset(null::%1$I, d.contents -> %1$L) p
        where d.record_id <> $1 and d.deleted_at >= $2 and d.went_with ? %1$L and app_may_restore(d.subject, d.school_id, d.deleted_at)
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
  for step in
    with recursive below (name, depth) as (
      select f.parent, 0 from foreign_keys() f
      union
      select f.child, depth + 1 from below join foreign_keys() f on f.parent = below.name and f.child <> f.parent)
    select name from below where entry.contents ? name group by name order by max(depth)
  loop
    -- A row stays out without what it belongs to; only what it refers to may be missing.
    select coalesce(string_agg(case when f.cascades then format('(num_nulls(%1$s) > 0 or exists (select from %2$I p where (%3$s) = (%1$s)))',
        columns_of('c', f.columns), f.parent, columns_of('p', f.parent_columns)) end, ' and '), 'true')
      into conditions from foreign_keys() f where f.child = step and f.parent <> step;
    select string_agg(case
        when a.attname = 'version' then 'c.version + 1'
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
      using entry.contents -> step;
    get diagnostics inserted = row_count;
    -- The record itself comes first.
    if inserted = 0 and entry.contents -> step @> jsonb_build_array(jsonb_build_object('id', of_record)) then
      perform set_config('app.restoring', '', true);
      outcome := 'needs school';
      return;
    end if;
  end loop;
  for change in select * from jsonb_array_elements(entry.emptied) loop
    -- What somebody has chosen since stays.
    for step in select * from jsonb_array_elements_text(change -> 'columns') loop
      execute format('update %1$I t set %2$s = c.%2$s from jsonb_populate_recordset(null::%1$I, $1) c
          where (%3$s) = (%4$s) and t.%2$s is null',
        change ->> 'table', step, columns_of('t', primary_key(change ->> 'table')), columns_of('c', primary_key(change ->> 'table')))
        using change -> 'rows';
    end loop;
  end loop;
  update ballot_scores x set comments = theirs.comments || x.comments
    from (select (c ->> 'ballot_id')::uuid as ballot_id, jsonb_object_agg(c ->> 'part', c -> 'comment') as comments
      from jsonb_array_elements(entry.comments) c group by 1) theirs
    where x.ballot_id = theirs.ballot_id;
  -- The history forgot the names of students when they were deleted.
  perform set_config('app.forgetting', 'yes', true);
  update changes set label = s ->> 'name' from jsonb_array_elements(entry.contents -> 'students') s
    where record_id = (s ->> 'id')::uuid and subject = 'student' and label = 'Deleted student';
  perform set_config('app.forgetting', '', true);
  delete from deleted_records where record_id = of_record;
  perform set_config('app.restoring', '', true);
  outcome := 'restored';
end $$;
revoke execute on function restore_deleted(uuid) from public;
grant execute on function restore_deleted(uuid) to courtside_app;

-- What is no longer kept, whether somebody deleted it for good or its 30 days are over, takes with it what only makes sense with it.
create function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'student' then
    perform forget_deleted_comments(old.record_id);
  elsif old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  end if;
  return null;
end $$;
create trigger forget_deleted after delete on deleted_records for each row execute function forget_deleted();

-- Deleting a season book deletes what deleted tournaments and students have kept of it.
create function forget_deleted_ballots(of_school uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  update deleted_records d set comments = '[]', contents = d.contents - of_book, went_with = d.went_with - of_book
    from (select array['season_books', 'season_imports', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores',
      'score_corrections'] as of_book) as tables
    where d.school_id = of_school
$$;
revoke execute on function forget_deleted_ballots(uuid) from public;
create function forget_deleted_book() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_deleted_ballots(old.school_id);
  return null;
end $$;
create trigger forget_deleted_book after delete on season_books for each row when (pg_trigger_depth() = 0)
  execute function forget_deleted_book();

-- The history says "restored" for rows that a restore brings back.
alter table changes drop constraint changes_action_check,
  add constraint changes_action_check check (action in ('create', 'update', 'delete', 'restore'));
create function record_restored() returns trigger language plpgsql as $$
begin
  new.action := 'restore';
  return new;
end $$;
create trigger record_restored before insert on changes for each row
  when (new.action = 'create' and current_setting('app.restoring', true) = 'yes') execute function record_restored();

-- Someone may have asked three other schools since.
create or replace function refuse_many_requests() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) is distinct from 'yes'
    and (select count(*) from access_requests where user_id = new.user_id) > 3 then
    raise exception 'a person has at most 3 open requests' using errcode = 'CS002';
  end if;
  return null;
end $$;

-- Deleting and restoring are announced by the tables themselves.
create trigger tell_gone after delete on deleted_records referencing old table as changed
  for each statement execute function tell_change('deletedEntry', 'school_id', 'record_id');
