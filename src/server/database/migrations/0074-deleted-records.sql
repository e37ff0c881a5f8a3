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
  -- How many rows of each table were deleted.
  went_with jsonb not null default '{}'
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
alter table deleted_rows enable row level security;

-- The people who may delete a record may restore it, and delete it for good.
create function app_may_restore(subject text, school_id uuid, deleted_at timestamptz) returns boolean language sql stable as $$
  select deleted_at > now() - interval '30 days' and case
    when subject in ('team', 'student', 'tournament')
      then app_is_super_admin() or coalesce(school_id in (select app_managed_schools()), false)
    else app_is_db_manager() end
$$;
alter table deleted_records enable row level security;
grant select, delete on deleted_records to courtside_app;
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
  with own as (
    select record_id, ballot ->> 'id' as ballot_id, array_agg(part ->> 'part') as parts
      from deleted_rows p
        cross join jsonb_array_elements(p.rows) part
        join deleted_rows r using (record_id) cross join jsonb_array_elements(r.rows) round
        join deleted_rows b using (record_id) cross join jsonb_array_elements(b.rows) ballot
      where p.table_name = 'round_parts' and r.table_name = 'rounds' and b.table_name = 'kept_ballots'
        and p.columns = '{}' and r.columns = '{}' and b.columns = '{}'
        and p.rows @> jsonb_build_array(jsonb_build_object('student_id', student)) and part ->> 'student_id' = student::text
        and round ->> 'id' = part ->> 'round_id' and ballot ->> 'round_id' = coalesce(round ->> 'shared_with', round ->> 'id')
      group by 1, 2)
  update deleted_rows x set rows = (
      select jsonb_agg(case when own.parts is null then score
          else jsonb_set(score, '{comments}', (score -> 'comments') - own.parts) end)
        from jsonb_array_elements(x.rows) score
          left join own on own.record_id = x.record_id and own.ballot_id = score ->> 'ballot_id')
    where x.table_name = 'ballot_scores' and x.columns = '{}' and x.record_id in (select record_id from own)
$$;
revoke execute on function forget_deleted_comments(uuid) from public;

-- Keeps a copy of a record that somebody deletes, with all rows that are deleted with it. Not of sessions and links: restoring
-- must not let anybody in. Where `app.for_good` is set, nothing is kept. Argument: the subject.
create function copy_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  left_out constant text[] := array['sessions', 'password_resets', 'invitations'];
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
    execute format('insert into deleted_rows select * from (
        select $1, %1$L, $4, jsonb_agg((select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(c)) as cell (name, value)
            where quote_ident(name) = any ($5))) as rows from %1$I c
          where (%2$s) in (select %3$s from %4$I p where p.ctid = any ($2)) and c.ctid <> all ($3)) found where rows is not null',
      key.child, columns_of('c', key.columns), columns_of('p', key.parent_columns), key.parent)
      using old.id, (places ->> key.parent)::tid[], coalesce(places ->> key.child, '{}')::tid[], key.emptied,
        primary_key(key.child) || key.emptied;
  end loop;
  if tg_argv[0] = 'student' then
    insert into deleted_rows
      select old.id, 'ballot_scores', '{comments}', jsonb_agg(jsonb_build_object('ballot_id', ballot_id, 'comments', comments))
        from (
          select x.ballot_id, jsonb_object_agg(p.part, x.comments -> p.part) as comments
            from round_parts p join rounds r on r.id = p.round_id
              join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
              join ballot_scores x on x.ballot_id = b.id and x.comments ? p.part
            where p.student_id = old.id group by 1) of_student
        having count(*) > 0;
  end if;
  update deleted_records set went_with = (
      select jsonb_object_agg(table_name, jsonb_array_length(rows)) from deleted_rows where record_id = old.id and columns = '{}')
    where record_id = old.id;
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
-- 'needs school', which is deleted. A name or email address that somebody else has by now violates its unique index.
create function restore_deleted(of_record uuid, out outcome text, out needed text)
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
      from deleted_rows r where r.record_id = of_record and r.columns <> '{}'
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
        where (%3$s) = (%4$s) and t.%2$s is null',
      key.name, key.emptied, columns_of('t', primary_key(key.name)), columns_of('c', primary_key(key.name)))
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
  with tables as (select array['season_books', 'season_imports', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores',
      'score_corrections'] as of_book),
    forgotten as (
      delete from deleted_rows r using deleted_records d, tables
        where d.record_id = r.record_id and d.school_id = of_school and r.table_name = any (of_book))
  update deleted_records d set went_with = went_with - of_book from tables where d.school_id = of_school
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

-- The totals come back as they were.
create or replace function add_up_scores() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) is distinct from 'yes' then
    update kept_ballots b set
      p_total = (select coalesce(sum(value::int), 0) from jsonb_each_text(new.scores) where key like 'p%'),
      d_total = (select coalesce(sum(value::int), 0) from jsonb_each_text(new.scores) where key like 'd%'),
      unread = (select count(*) from jsonb_each_text(new.scores) where value is null)
      where b.id = new.ballot_id;
  end if;
  return null;
end $$;

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
