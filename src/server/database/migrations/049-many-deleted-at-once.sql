-- Deleting a full school took nearly as long as a call may, and so did deleting a case that very many rounds use.

-- The history of records that are deleted with another one is written with one statement, as that of new records is
-- (027-history-in-bulk.sql): PostgreSQL runs these triggers in the order in which it deletes, so a record's own end comes first. Schools, cases
-- and users are deleted with no other record. Their ends are still written before, when a person who deletes their own account has a name.
do $$
declare recorded text[];
begin
  foreach recorded slice 1 in array array[
    ['super_admins', 'superAdmin', 'user_id', ''],
    ['users_schools', 'assignment', 'user_id', 'school_id'],
    ['witnesses', 'witness', 'id', 'case_id'],
    ['teams', 'team', 'id', 'school_id'],
    ['students', 'student', 'id', 'school_id'],
    ['tournaments', 'tournament', 'id', 'school_id'],
    ['season_books', 'seasonBook', 'school_id', 'school_id'],
    ['rounds', 'round', 'id', 'school_id']] loop
    execute format('create or replace trigger record_end after delete on %I referencing old table as changed
      for each statement execute function record_changes(%L, %L, %L)', recorded[1], recorded[2], recorded[3], recorded[4]);
  end loop;
end $$;

-- Not in a form for which PostgreSQL would use the index by subject: without statistics it then reads the history of all students.
create function is_about_student(subject text) returns boolean language sql immutable
  return array['student', 'studentLink'] @> array[subject];
drop trigger forget_deleted_student on students;
drop function forget_deleted_student(), forget_student(uuid);
create function forget_deleted_students() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.forgetting', 'yes', true);
  update changes set label = 'Deleted student', before = before - 'name', after = after - 'name'
    where record_id = any (array(select id from gone)) and is_about_student(subject);
  perform set_config('app.forgetting', '', true);
  return null;
end $$;
-- By its name it runs after `record_end`.
create trigger take_names_away after delete on students referencing old table as gone
  for each statement execute function forget_deleted_students();

-- As in 014-deleted-records.sql, but ten times as fast: calling a function for each key took longest. Deletions and restores ask this for each table.
create or replace function foreign_keys()
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

-- As in 014-deleted-records.sql, except for line-ups, which are deleted first, and for rows that only lose a reference: of these, what a copy keeps
-- is read, and once.
create or replace function copy_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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

-- As in 037-restored-as-it-was.sql, but students are looked up in the history by their ids, and a comment about a deleted student doesn't come
-- back to the part of a ballot that another student has been given meanwhile, who could read it.
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

-- As in 048-restored-in-any-order.sql, but the schools are looked up once.
create or replace function restore_deleted(of_record uuid, out outcome text, out needed text)
  language plpgsql security definer set search_path = public, pg_temp as $$
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

-- Where PostgreSQL has no statistics yet, it looked for what refers to a deleted team, tournament, round or ballot among all of the school's.
drop index rounds_by_school, rounds_by_team, kept_ballots_by_school, score_corrections_by_ballot, saved_line_ups_by_school,
  try_out_ratings_by_try_out;
create index rounds_by_school on rounds (school_id, tournament_id);
create index rounds_by_team on rounds (team_id, school_id);
create index kept_ballots_by_school on kept_ballots (school_id, round_id);
create index score_corrections_by_ballot on score_corrections (ballot_id, school_id);
create index saved_line_ups_by_school on saved_line_ups (school_id, team_id);
create index try_out_ratings_by_try_out on try_out_ratings (try_out_id, candidate_id);

-- As in 010-ballots.sql, but matched once and not for each score: of many ballots that come back or are imported, that took longest.
create or replace function are_scores(scores jsonb) returns boolean language sql immutable parallel safe strict
  return case when scores::text ~ '^\{"[a-zA-Z][a-zA-Z0-9]{0,39}": (null|\d{1,2}|100)(, "[a-zA-Z][a-zA-Z0-9]{0,39}": (null|\d{1,2}|100))*\}$'
    then (select count(*) from jsonb_object_keys(scores)) <= 60 else false end;
