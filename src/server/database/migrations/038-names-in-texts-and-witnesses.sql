-- Names that stayed in texts of others: those of an undone import's students, once the import could no longer be restored; and any name that
-- began a line of a comment, or went over two lines.

-- The texts in a value. A line break is the letter "n" after a backslash there.
create function text_in(value jsonb) returns text language sql immutable parallel safe strict
  return replace(replace(replace(value::text, '\n', ' '), '\r', ' '), '\t', ' ');

-- As in 032-former-names.sql, except for `text_in`.
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
  update ballot_scores set comments = without_names(comments, whole) where school_id = school and text_in(comments) ~* whole;
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
      and case when d.record_id <> student then text_in(d.rows) ~* whole end;
  -- A deleted user's requests belong to no school's record.
  update deleted_rows d set rows = (
      select jsonb_agg(case when row ->> 'school_id' = school::text
          then jsonb_set(row, '{note}', to_jsonb(without_names(row ->> 'note', whole, 500))) else row end)
        from jsonb_array_elements(d.rows) row)
    from deleted_records r where r.record_id = d.record_id and r.subject = 'user'
      and d.columns = '{}' and d.table_name = 'access_requests' and text_in(d.rows) ~* whole;
end $$;

-- An undone import has up to 2,000 students. Those are looked for whose words are all somewhere in the school's texts, or are written as one.
create function names_in_texts(except_record uuid, school uuid, names text[]) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  with texts as (
      select text_in(comments) as value from ballot_scores where school_id = school and comments <> '{}'
      union all select reason from score_corrections where school_id = school
      union all select file_name from season_imports where school_id = school
      union all select note from access_requests where school_id = school
      union all select label from deleted_records where school_id = school and subject = 'import' and record_id <> except_record
      union all select concat_ws(' ', text_in(row -> 'comments'), row ->> 'reason', row ->> 'file_name', row ->> 'note')
        from deleted_records r join deleted_rows d using (record_id) cross join jsonb_array_elements(d.rows) row
        where (r.school_id = school and r.record_id <> except_record or r.subject = 'user' and row ->> 'school_id' = school::text)
          and (d.columns = '{comments}'
            or d.columns = '{}' and d.table_name in ('ballot_scores', 'score_corrections', 'season_imports', 'access_requests'))),
    written as materialized (
      select distinct word from texts cross join lateral regexp_split_to_table(lower(value), '[[:space:][:punct:]]+') word)
  select array(
    select name from unnest(names) name
      cross join lateral (select regexp_replace(lower(name), '[[:punct:]]', '', 'g') as plain) plainly
      cross join lateral (values
        (regexp_split_to_array(lower(name), '[[:space:][:punct:]]+')),
        (regexp_split_to_array(plain, '[[:space:]]+')),
        (array[regexp_replace(plain, '[[:space:]]', '', 'g')]),
        (array[regexp_replace(plain, '^(.*?)[[:space:]]*([^[:space:]]+)$', '\2\1')])) ways (words)
      group by name having bool_or(not exists (
        select from unnest(words) word where word <> '' and word not in (select w.word from written w))))
$$;
revoke execute on function names_in_texts(uuid, uuid, text[]) from public;

create or replace function keep_names() returns trigger language plpgsql as $$
begin
  update deleted_records set names = names_in_rows(new.rows) where record_id = new.record_id and subject in ('student', 'import');
  return null;
end $$;
update deleted_records r set names = names_in_rows(d.rows)
  from deleted_rows d
  where d.record_id = r.record_id and d.table_name = 'students' and d.columns = '{}' and r.subject = 'import';

-- As in 032-former-names.sql. A pattern of very many names is too complex for PostgreSQL.
create function names_to_forget(entry deleted_records) returns setof text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select array_agg(name) from unnest(
      case entry.subject when 'import' then names_in_texts(entry.record_id, entry.school_id, entry.names) else entry.names end)
    with ordinality given (name, place) group by place / 50
$$;
revoke execute on function names_to_forget(deleted_records) from public;
create or replace function forget_deleted_name() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if may_have_texts(old.school_id) then
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
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_labels(old.school_id, name_pattern(names_of_no_other(old.record_id, old.school_id, names)))
      from names_to_forget(old) names;
  end if;
  return null;
end $$;

-- A witness who is being deleted is emptied in the parts of rounds. A line-up locks its parts, so it locks its witnesses before: otherwise each
-- could wait for the other.
create function hold_witnesses(ids uuid[]) returns void language sql security definer set search_path = public, pg_temp as $$
  select from witnesses where id = any (ids) order by id for key share
$$;
revoke execute on function hold_witnesses(uuid[]) from public;
grant execute on function hold_witnesses(uuid[]) to courtside_app;
