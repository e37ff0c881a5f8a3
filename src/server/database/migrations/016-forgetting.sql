-- What is deleted for good or anonymized leaves nothing behind: not in the history, not in copies of deleted records, and of a student
-- neither comments nor the name in texts about others.

-- A deleted or anonymized student's name leaves the history: what happened stays, without the name.
create function forget_student(student uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.forgetting', 'yes', true);
  update changes set label = 'Deleted student', before = before - 'name', after = after - 'name'
    where record_id = student and subject in ('student', 'studentLink');
  perform set_config('app.forgetting', '', true);
end $$;
revoke execute on function forget_student(uuid) from public;

create function forget_deleted_student() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_student(old.id);
  return null;
end $$;
create trigger forget_deleted_student after delete on students for each row execute function forget_deleted_student();

-- Comments are free text and may name the student. Skips students who are deleted with their school, because its ballots are deleted
-- too.
create function forget_comments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ballot_scores x set comments = x.comments - own.side_parts
    from parts_of_student(old.id) own where x.ballot_id = own.ballot_id and x.comments ?| own.side_parts;
  return old;
end $$;
create trigger forget_comments before delete on students for each row when (pg_trigger_depth() = 0)
  execute function forget_comments();

-- The parts of a student on ballots that were deleted before the student. Undoing an import deletes ballots whose rounds and line-ups can
-- stay, and line-ups whose rounds stay.
create function parts_in_copies(student uuid) returns table (record_id uuid, ballot_id uuid, side_parts text[])
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
-- A student's name may also be in the comments on such ballots.
create function forget_deleted_comments(student uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with own as (select * from parts_in_copies(student))
  update deleted_rows x set rows = (
      select jsonb_agg(case when own.side_parts is null then score
          else jsonb_set(score, '{comments}', (score -> 'comments') - own.side_parts) end)
        from jsonb_array_elements(x.rows) score
          left join own on own.record_id = x.record_id and own.ballot_id = (score ->> 'ballot_id')::uuid)
    where x.table_name = 'ballot_scores' and x.columns = '{}' and x.record_id in (select record_id from own)
$$;
revoke execute on function forget_deleted_comments(uuid) from public;

-- A student's name leaves what people have written about others, too: reasons of corrections, comments on other parts, names of imported
-- files and requests for access. Reasons for corrections of the student's own scores also lose the first or last name alone.
create function is_of_part(field text, side_parts text[]) returns boolean language sql immutable as $$
  select left(field, 1) || ' ' || case when substr(field, 2, 1) = 'W' then 'witness' || right(field, 1)
    else lower(substr(field, 2)) end = any (side_parts)
$$;
-- Names in any order and with any separators, such as "Quill, Zebulon" and "zebulon_quill".
create function name_pattern(names text[]) returns text language sql immutable as $$
  select '(?<![[:alnum:]])(' || string_agg(array_to_string(ordered, '[[:space:][:punct:]]{0,3}'), '|') || ')(?![[:alnum:]])'
    from unnest(names) name
      cross join lateral (select array_remove(regexp_split_to_array(name, '[[:space:][:punct:]]+'), '') as words) split
      cross join lateral (values (words), (words[array_length(words, 1):] || words[:array_length(words, 1) - 1])) orders (ordered)
    where words <> '{}'
$$;
create function without_names(value text, pattern text, max integer) returns text language sql immutable as $$
  select btrim(left(regexp_replace(value, pattern, 'a student', 'gi'), max))
$$;
create function without_names(comments jsonb, pattern text) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, without_names(value #>> '{}', pattern, 2000)), '{}') from jsonb_each(comments)
$$;
-- The name of an undone import is its file's.
create function forget_name_in_labels(school uuid, pattern text) returns void
  language sql security definer set search_path = public, pg_temp as $$
  update deleted_records set label = without_names(label, pattern, 200)
    where school_id = school and subject = 'import' and label ~* pattern
$$;
revoke execute on function forget_name_in_labels(uuid, text) from public;
create function forget_name(student uuid, school uuid, names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A text may be about another student who has the same name.
  own text[] := array(select given.name from unnest(names) as given (name) where not exists (
    select from students s where s.school_id = school and s.sort_name = searchable(given.name) and s.id <> student));
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
  perform forget_name_in_labels(school, whole);
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
revoke execute on function forget_name(uuid, uuid, text[]) from public;

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
-- Before, while it is still known which parts a deleted student had.
create function forget_deleted_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_name(old.record_id, old.school_id, array[old.label]);
  return old;
end $$;
create trigger forget_deleted_name before delete on deleted_records for each row
  when (old.subject = 'student' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function forget_deleted_name();

-- Deleting a season book deletes undone imports, and what deleted tournaments and students have kept of it.
create function forget_deleted_ballots(of_school uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  delete from deleted_records d where d.school_id = of_school and d.subject = 'import';
  with tables as (select array['season_books', 'season_imports', 'rounds', 'round_parts', 'kept_ballots', 'ballot_scores',
      'score_corrections', 'saved_line_ups', 'saved_line_up_parts'] as of_book),
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
