-- A deleted student and an undone import whose file was named after the student can be deleted for good by one statement: when their 30 days
-- are over, or with their school. PostgreSQL refuses to delete a row that a trigger before the deletion has changed, so the name leaves the
-- labels of undone imports after the statement.

-- As in 016-forgetting.sql: a text may be about another student who has the same name.
create function names_of_no_other(student uuid, school uuid, names text[]) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select array(select given.name from unnest(names) as given (name) where not exists (
    select from students s where s.school_id = school and s.sort_name = searchable(given.name) and s.id <> student))
$$;
revoke execute on function names_of_no_other(uuid, uuid, text[]) from public;
create function forget_name_in_texts(student uuid, school uuid, names text[]) returns void
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
      and d.rows::text ~* whole;
end $$;
revoke execute on function forget_name_in_texts(uuid, uuid, text[]) from public;

create or replace function forget_name(student uuid, school uuid, names text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select forget_name_in_texts(student, school, names);
  select forget_name_in_labels(school, name_pattern(names_of_no_other(student, school, names)))
$$;
create or replace function forget_deleted_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_name_in_texts(old.record_id, old.school_id, array[old.label]);
  return old;
end $$;
create or replace function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'student' then
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_labels(old.school_id, name_pattern(names_of_no_other(old.record_id, old.school_id, array[old.label])));
  elsif old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  end if;
  return null;
end $$;
