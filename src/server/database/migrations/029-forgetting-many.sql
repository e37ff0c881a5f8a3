-- Forgetting 2,000 deleted students took 40 s: each name was looked for in the copies of all the others, which hold no text that
-- people wrote. The function is as in 028-forgotten-together.sql, except for its last condition.
create index deleted_texts on deleted_rows (record_id)
  where columns = '{comments}'
    or columns = '{}' and table_name in ('ballot_scores', 'score_corrections', 'season_imports', 'access_requests');

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
end $$;
