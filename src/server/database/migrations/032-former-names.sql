-- Names that stayed in texts after a student was deleted for good: those that the student had before, which the history forgets as soon as
-- the student is deleted; and any name in a deleted user's request for access.

alter table students add column former_names text[];
alter table students disable trigger user;
update students s set former_names = named.names
  from (
    select c.record_id, array_agg(distinct given.name) as names
      from changes c cross join lateral (values (c.before ->> 'name'), (c.after ->> 'name')) given (name)
      where c.subject = 'student' and given.name is not null
      group by 1) named
  where named.record_id = s.id and named.names <> array[s.name::text];
alter table students enable trigger user;
create function keep_former_name() returns trigger language plpgsql as $$
begin
  new.former_names := array(select distinct unnest(array_append(old.former_names, old.name::text)));
  return new;
end $$;
create trigger keep_former_name before update of name on students for each row when (old.name <> new.name)
  execute function keep_former_name();

-- As in 027-history-in-bulk.sql.
create or replace function values_in_history(subject text, whole jsonb) returns jsonb language sql immutable as $$
  select case when subject not in ('seasonBook', 'round', 'keptBallot') then
    whole - array['id', 'version', 'created_at', 'updated_at', 'sort_name', 'sort_short_name', 'search',
      'last_sign_in', 'must_change_password', 'import_id', 'former_names'] end
$$;

-- As in 029-forgetting-many.sql, with the last statement.
create or replace function forget_name_in_texts(student uuid, school uuid, names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  own text[] := names_of_no_other(student, school, names);
  whole text := name_pattern(own);
  words text := name_pattern(array(select word from unnest(own) name
    cross join lateral regexp_split_to_table(name, '[[:space:][:punct:]]+') word where char_length(word) > 1));
begin
  update score_corrections c set reason = without_names(c.reason, words, 200)
    from parts_of_student(student) p
    where c.ballot_id = p.ballot_id and is_of_part(c.field, p.side_parts) and c.reason ~* words;
  with own as (select * from parts_in_copies(student))
  update deleted_rows d set rows = (
      select jsonb_agg(case when is_of_part(row ->> 'field', own.side_parts)
          then jsonb_set(row, '{reason}', to_jsonb(without_names(row ->> 'reason', words, 200))) else row end)
        from jsonb_array_elements(d.rows) row
          left join own on own.record_id = d.record_id and own.ballot_id = (row ->> 'ballot_id')::uuid)
    where d.table_name = 'score_corrections' and d.columns = '{}' and d.record_id in (select record_id from own) and words is not null;
  update score_corrections set reason = without_names(reason, whole, 200) where school_id = school and reason ~* whole;
  update season_imports set file_name = without_names(file_name, whole, 200) where school_id = school and file_name ~* whole;
  update access_requests set note = without_names(note, whole, 500) where school_id = school and note ~* whole;
  update ballot_scores set comments = without_names(comments, whole) where school_id = school and comments::text ~* whole;
  update deleted_rows d set rows = (
      select jsonb_agg(case d.table_name
        when 'ballot_scores' then jsonb_set(row, '{comments}', without_names(row -> 'comments', whole))
        when 'score_corrections' then jsonb_set(row, '{reason}', to_jsonb(without_names(row ->> 'reason', whole, 200)))
        when 'season_imports' then jsonb_set(row, '{file_name}', to_jsonb(without_names(row ->> 'file_name', whole, 200)))
        else jsonb_set(row, '{note}', to_jsonb(without_names(row ->> 'note', whole, 500))) end)
      from jsonb_array_elements(d.rows) row)
    from deleted_records r where r.record_id = d.record_id and r.school_id = school and d.record_id <> student
      and (d.columns = '{}' and d.table_name in ('ballot_scores', 'score_corrections', 'season_imports', 'access_requests')
        or d.columns = '{comments}')
      -- PostgreSQL thinks that matching a pattern costs as little as a comparison, and would match it with every copy first.
      and case when d.record_id <> student then d.rows::text ~* whole end;
  -- A deleted user's requests belong to no school's record.
  update deleted_rows d set rows = (
      select jsonb_agg(case when row ->> 'school_id' = school::text
          then jsonb_set(row, '{note}', to_jsonb(without_names(row ->> 'note', whole, 500))) else row end)
        from jsonb_array_elements(d.rows) row)
    from deleted_records r where r.record_id = d.record_id and r.subject = 'user'
      and d.columns = '{}' and d.table_name = 'access_requests' and d.rows::text ~* whole;
end $$;

-- The names that a student who is anonymized had before.
create function forget_former_names() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.for_good', true) = 'yes' then
    perform forget_name(old.id, old.school_id, old.former_names);
  end if;
  return old;
end $$;
create trigger forget_former_names before delete on students for each row
  when (pg_trigger_depth() = 0 and old.former_names is not null) execute function forget_former_names();

-- Every name of a deleted student. Those of an undone import's students aren't looked for: of very many, that takes longer than a call may.
alter table deleted_records add column names text[];
create function names_in_rows(rows jsonb) returns text[] language sql immutable as $$
  select array_agg(distinct name)
    from jsonb_array_elements(rows) student
      cross join lateral (
        select student ->> 'name' union all select jsonb_array_elements_text(nullif(student -> 'former_names', 'null'))) named (name)
$$;
create function keep_names() returns trigger language plpgsql as $$
begin
  update deleted_records set names = names_in_rows(new.rows) where record_id = new.record_id and subject = 'student';
  return null;
end $$;
create trigger keep_names after insert on deleted_rows for each row when (new.table_name = 'students' and new.columns = '{}')
  execute function keep_names();
update deleted_records r set names = names_in_rows(d.rows)
  from deleted_rows d
  where d.record_id = r.record_id and d.table_name = 'students' and d.columns = '{}' and r.subject = 'student';

-- As in 030-forgotten-schools.sql.
create or replace function forget_deleted_name() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if may_have_texts(old.school_id) then
    perform forget_name_in_texts(old.record_id, old.school_id, old.names);
  end if;
  return old;
end $$;
create or replace trigger forget_deleted_name before delete on deleted_records for each row
  when (old.names is not null and current_setting('app.restoring', true) is distinct from 'yes')
  execute function forget_deleted_name();
create or replace function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  elsif old.names is not null and may_have_texts(old.school_id) then
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_labels(old.school_id, name_pattern(names_of_no_other(old.record_id, old.school_id, old.names)));
  end if;
  return null;
end $$;
