-- What is deleted for good or anonymized leaves nothing behind: not in the history, not in copies of deleted records, and of a student
-- neither comments nor the name in texts about others.

-- Not in a form for which PostgreSQL would use the index by subject: without statistics it then reads the history of all students.
create function is_about_student(subject text) returns boolean language sql immutable
  return array['student', 'studentLink'] @> array[subject];
-- A deleted or anonymized student's name leaves the history: what happened stays, without the name.
create function forget_deleted_students() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform set_config('app.forgetting', 'yes', true);
  update changes set label = 'Deleted student', before = before - 'name', after = after - 'name'
    where record_id = any (array(select id from gone)) and is_about_student(subject);
  perform set_config('app.forgetting', '', true);
  return null;
end $$;
-- Its name makes it run after `record_end`.
create trigger take_names_away after delete on students referencing old table as gone
  for each statement execute function forget_deleted_students();

-- Comments are free text and may name the student. Skips students who are deleted with their school, because its ballots are deleted too.
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
-- stay, and line-ups whose rounds stay. Each copy is searched once, and not again for each of its rows.
create function parts_in_copies(student uuid) returns table (record_id uuid, ballot_id uuid, side_parts text[])
  language sql stable as $$
  with copied_parts as materialized (
      select copy.record_id, copy.columns, part ->> 'round_id' as round_id, part ->> 'part' as part
        -- "offset 0" keeps PostgreSQL from unpacking copies without the student.
        from (
          select * from deleted_rows where table_name = 'round_parts' and columns in ('{}', '{student_id}')
            and rows @> jsonb_build_array(jsonb_build_object('student_id', student)) offset 0) copy
          cross join jsonb_array_elements(copy.rows) part
        where part ->> 'student_id' = student::text),
    copied_rounds as materialized (
      select d.record_id, round ->> 'id' as id, coalesce(round ->> 'shared_with', round ->> 'id') as ballots_of, round ->> 'side' as side
        from deleted_rows d cross join jsonb_array_elements(d.rows) round
        where d.table_name = 'rounds' and d.columns = '{}' and d.record_id in (select p.record_id from copied_parts p where p.columns = '{}')),
    -- Parts in rounds that are there.
    kept_parts as materialized (
      select r.school_id, coalesce(r.shared_with, r.id)::text as ballots_of, r.side || ' ' || p.part as side_part
        from (
          select round_id, part from round_parts where student_id = student
          union
          select c.round_id::uuid, c.part from copied_parts c) p
          join rounds r on r.id = p.round_id),
    copied_ballots as materialized (
      select d.record_id, r.school_id, r.subject, (ballot ->> 'id')::uuid as id, ballot ->> 'round_id' as round_id
        from deleted_rows d join deleted_records r using (record_id) cross join jsonb_array_elements(d.rows) ballot
        where d.table_name = 'kept_ballots' and d.columns = '{}'
          and (r.record_id in (select record_id from copied_rounds)
            or r.subject = 'import' and r.school_id in (select school_id from kept_parts)))
  select found.record_id, found.id, array_agg(found.side_part) from (
    select b.record_id, b.id, r.side || ' ' || p.part as side_part
      from copied_parts p
        join copied_rounds r on r.record_id = p.record_id and r.id = p.round_id and p.columns = '{}'
        join copied_ballots b on b.record_id = r.record_id and b.round_id = r.ballots_of
    union
    select b.record_id, b.id, p.side_part
      from kept_parts p join copied_ballots b on b.school_id = p.school_id and b.subject = 'import' and b.round_id = p.ballots_of) found
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

-- A student's name leaves every text that the people of a school can type. Reasons for corrections of the student's own scores also lose
-- the first or last name alone.
create function is_of_part(field text, side_parts text[]) returns boolean language sql immutable as $$
  select left(field, 1) || ' ' || case when substr(field, 2, 1) = 'W' then 'witness' || right(field, 1)
    else lower(substr(field, 2)) end = any (side_parts)
$$;

-- The texts, each with: what the history and deleted records call its record; the length up to which it may grow; and whether it names
-- something outside of the school, such as "Hope College", which is not about a student who is called "Hope" and nothing else. Of a value
-- with several texts, those at its top are searched. The names of a sheet's rows aren't: they must differ, and are columns of files.
create function typed_texts() returns table (of_table text, of_column text, subject text, most integer, is_outside boolean)
  language sql immutable as $$
  values ('access_requests', 'note', null, 500, false),
    ('ballot_scores', 'comments', null, 2000, false),
    ('kept_ballots', 'judge', null, 200, true),
    ('rounds', 'opponent', null, 200, true),
    ('saved_line_ups', 'name', null, 200, false),
    ('score_corrections', 'reason', null, 200, false),
    ('score_sheets', 'title', 'sheet', 80, false),
    ('score_sheets', 'description', null, 40, false),
    ('season_imports', 'file_name', 'import', 200, false),
    ('teams', 'name', 'team', 200, false),
    ('tournaments', 'name', 'tournament', 200, true),
    ('tournaments', 'place', null, 200, true),
    ('try_outs', 'name', 'tryOut', 200, false),
    ('try_outs', 'sheet', null, 40, false)
$$;

-- The texts in a value. A line break is the letter "n" after a backslash there.
create function text_in(value jsonb) returns text language sql immutable parallel safe strict
  return replace(replace(replace(value::text, '\n', ' '), '\r', ' '), '\t', ' ');
-- Names in any order and with any separators, such as "Quill, Zebulon" and "zebulon_quill". Each character that is no letter or digit is
-- escaped: a database that sorts with ICU takes “+” and “|” for letters of a word.
create function pattern_of_each(names text[]) returns table (name text, pattern text) language sql immutable as $$
  select name, '(?<![[:alnum:]])(' || string_agg(array_to_string(ordered, '[[:space:][:punct:]]{0,3}'), '|') || ')(?![[:alnum:]])'
    from (select distinct name from unnest(names) name) given
      cross join lateral (select array(
        select regexp_replace(word, '[^[:alnum:]]', '\\\&', 'g')
          from regexp_split_to_table(name, '[[:space:][:punct:]]+') with ordinality split (word, place)
          where word <> '' order by place) as words) split
      cross join lateral (values (words), (words[array_length(words, 1):] || words[:array_length(words, 1) - 1])) orders (ordered)
    where words <> '{}'
    group by 1
$$;
create function name_pattern(names text[]) returns text language sql immutable as $$
  select string_agg(pattern, '|') from pattern_of_each(names)
$$;
-- What is looked for: the pattern of a few names, or the patterns of many, each with the words that a text with the name has, by the first
-- of these. A text is compared with the names whose words it has: comparing each text with each of 2,000 names takes longer than a call
-- may.
create function sought(names text[], full_names boolean) returns jsonb language sql immutable as $$
  with wanted as materialized (
      select * from pattern_of_each(names) where not full_names or btrim(name) ~ '[[:space:]]'),
    ways as (
      select pattern, array_remove(words, '') as words
        from wanted
          cross join lateral (select regexp_replace(lower(name), '[[:punct:]]', '', 'g') as plain) plainly
          cross join lateral (values
            (regexp_split_to_array(lower(name), '[[:space:][:punct:]]+')),
            (regexp_split_to_array(plain, '[[:space:]]+')),
            (array[regexp_replace(plain, '[[:space:]]', '', 'g')]),
            (array[regexp_replace(plain, '^(.*?)[[:space:]]*([^[:space:]]+)$', '\2\1')])) written (words))
  select case when (select count(*) from wanted) <= 10
    then jsonb_build_object('pattern', (select string_agg(pattern, '|') from wanted))
    else jsonb_build_object('by_word', (
      select jsonb_object_agg(word, of_word) from (
        select words[1] as word, jsonb_agg(distinct jsonb_build_object('pattern', pattern, 'words', words)) as of_word
          from ways where words <> '{}' group by 1) grouped)) end
$$;
-- The pattern of those names whose words are all in the text. Null: there are none.
create function pattern_of_written(value text, by_word jsonb) returns text language sql immutable as $$
  select string_agg(distinct way ->> 'pattern', '|')
    from (select array_agg(distinct word) as words from regexp_split_to_table(lower(value), '[[:space:][:punct:]]+') word) written
      cross join unnest(written.words) word
      cross join jsonb_array_elements(by_word -> word) way
    where way -> 'words' <@ to_jsonb(written.words)
$$;
create function pattern_for(value text, sought jsonb) returns text language sql immutable as $$
  select coalesce(sought ->> 'pattern', pattern_of_written(value, sought -> 'by_word'))
$$;
create function has_name(value jsonb, sought jsonb) returns boolean language sql immutable as $$
  select coalesce(text_in(value) ~* pattern_for(text_in(value), sought), false)
$$;
create function without_names(value text, pattern text, max integer) returns text language sql immutable as $$
  select btrim(left(regexp_replace(value, pattern, 'a student', 'gi'), greatest(max, char_length(value))))
$$;
create function without_names(value jsonb, sought jsonb, most integer) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'string' then to_jsonb(without_names(value #>> '{}', pattern, most))
    when 'object' then (
      select jsonb_object_agg(key, case when key <> 'id' and jsonb_typeof(text) = 'string'
          then to_jsonb(without_names(text #>> '{}', pattern, most)) else text end)
        from jsonb_each(value) each (key, text))
    else value end
    from pattern_for(text_in(value), sought) pattern
$$;
-- A record's name, where `n` - 1 others would have the same.
create function nth_name(name text, n bigint) returns text language sql immutable as $$
  select case n when 1 then name else left(name, 190) || ' (' || n || ')' end
$$;

-- A text may be about another student who has the same name.
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
  -- Of a student, not of the many of an import, who have no part: PostgreSQL takes minutes for a pattern of thousands of words.
  words text := case when cardinality(own) <= 50 then name_pattern(array(select word from unnest(own) name
    cross join lateral regexp_split_to_table(name, '[[:space:][:punct:]]+') word where char_length(word) > 1)) end;
  any_names jsonb := sought(own, false);
  full_names jsonb := sought(own, true);
  wanted jsonb;
  -- Many students may be deleted, whose copies have no other texts.
  copied text[] := array(select distinct d.table_name from deleted_records r join deleted_rows d using (record_id)
    where (r.school_id = school or r.subject = 'user') and r.record_id <> student
      and d.table_name not in ('students', 'round_parts', 'saved_line_up_parts'));
  typed record;
  named record;
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
  -- What is forgotten is no change (`complete_change`).
  perform set_config('app.forgetting', 'yes', true);
  for typed in
    select t.*, a.atttypid = 'jsonb'::regtype as is_json, exists (
        select from pg_attribute s where s.attrelid = a.attrelid and s.attname = 'sort_' || t.of_column) as is_unique
      from typed_texts() t join pg_attribute a on a.attrelid = t.of_table::regclass and a.attname = t.of_column
  loop
    wanted := case when typed.is_outside then full_names else any_names end;
    continue when wanted = '{"pattern": null}';
    if typed.is_unique then
      for named in execute format('select id, without_names(to_jsonb(%2$I), $1, $3) #>> ''{}'' as name from %1$I
          where school_id = $2 and has_name(to_jsonb(%2$I), $1) order by id', typed.of_table, typed.of_column)
        using wanted, school, typed.most
      loop
        for n in 1..1000 loop
          begin
            execute format('update %1$I set %2$I = nth_name($2, $3) where id = $1', typed.of_table, typed.of_column)
              using named.id, named.name, n;
            exit;
          exception when unique_violation then
            null;
          end;
        end loop;
      end loop;
    else
      execute format('update %1$I set %2$I = without_names(to_jsonb(%2$I), $1, $3) %3$s where school_id = $2 and has_name(to_jsonb(%2$I), $1)',
        typed.of_table, typed.of_column, case when not typed.is_json then '#>> ''{}''' end)
        using wanted, school, typed.most;
    end if;
    -- A deleted user's rows belong to several schools. Copies of an emptied column name none.
    update deleted_rows d set rows = (
        select jsonb_agg(case when coalesce(row ->> 'school_id', school::text) = school::text and has_name(row -> typed.of_column, wanted)
            then row || jsonb_build_object(typed.of_column, changed)
              || case when typed.is_unique then jsonb_build_object('sort_' || typed.of_column, searchable(changed #>> '{}')) else '{}' end
            else row end order by place)
          from jsonb_array_elements(d.rows) with ordinality each (row, place)
            cross join lateral without_names(row -> typed.of_column, wanted, typed.most) plain
            cross join lateral (values (case when typed.is_unique then to_jsonb(nth_name(plain #>> '{}', place)) else plain end)) c (changed))
      from deleted_records r
      where r.record_id = d.record_id and r.record_id <> student and (r.school_id = school or r.subject = 'user')
        and d.table_name = typed.of_table and typed.of_table = any (copied)
        and exists (select from jsonb_array_elements(d.rows) row
          where coalesce(row ->> 'school_id', school::text) = school::text and has_name(row -> typed.of_column, wanted));
    if typed.subject is not null then
      update changes set label = without_names(to_jsonb(label), wanted, typed.most) #>> '{}',
          before = without_names(before, wanted, typed.most), after = without_names(after, wanted, typed.most)
        where parent_id = school and subject = typed.subject and has_name(jsonb_build_array(label, before, after), wanted);
    end if;
  end loop;
  perform set_config('app.forgetting', '', true);
end $$;
revoke execute on function forget_name_in_texts(uuid, uuid, text[]) from public;
-- After the statement that deletes: it may delete several records, and PostgreSQL refuses to delete a row that a trigger before the
-- deletion has changed.
create function forget_name_in_labels(student uuid, school uuid, names text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with own as (select names_of_no_other(student, school, names) as names),
    labeled as materialized (
      select distinct t.subject, sought(own.names, t.is_outside) as wanted from typed_texts() t cross join own where t.subject is not null)
  update deleted_records d set label = without_names(to_jsonb(label), wanted, 200) #>> '{}'
    from labeled l where d.school_id = school and d.subject = l.subject and has_name(to_jsonb(label), wanted)
$$;
revoke execute on function forget_name_in_labels(uuid, uuid, text[]) from public;
create function forget_name(student uuid, school uuid, names text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select forget_name_in_texts(student, school, names);
  select forget_name_in_labels(student, school, names)
$$;
revoke execute on function forget_name(uuid, uuid, text[]) from public;
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

-- Every name of a deleted student, or of the students of an undone import, is kept with the copy.
create function names_in_rows(rows jsonb) returns text[] language sql immutable as $$
  select array_agg(distinct name)
    from jsonb_array_elements(rows) student
      cross join lateral (
        select student ->> 'name' union all select jsonb_array_elements_text(nullif(student -> 'former_names', 'null'))) named (name)
$$;
create function keep_names() returns trigger language plpgsql as $$
begin
  update deleted_records set names = names_in_rows(new.rows) where record_id = new.record_id and subject in ('student', 'import');
  return null;
end $$;
create trigger keep_names after insert on deleted_rows for each row when (new.table_name = 'students' and new.columns = '{}')
  execute function keep_names();
-- A file whose columns were mixed up has "students" who are teams, tournaments, opponents or judges. These keep their names.
create function names_to_forget(entry deleted_records) returns setof text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select case entry.subject when 'import' then array(
      select given.name from unnest(entry.names) as given (name)
        where searchable(given.name) not in (
          select sort_name from teams where school_id = entry.school_id
          union select sort_name from tournaments where school_id = entry.school_id
          union select searchable(opponent) from rounds where school_id = entry.school_id
          union select searchable(judge) from kept_ballots where school_id = entry.school_id))
    else entry.names end
$$;
revoke execute on function names_to_forget(deleted_records) from public;
-- A school that was deleted for good has no texts any more.
create function may_have_texts(school uuid) returns boolean language sql stable as $$
  select exists (select from schools where id = school) or exists (select from deleted_records where record_id = school)
$$;
revoke execute on function may_have_texts(uuid) from public;

-- What is no longer kept, whether somebody deleted it for good or its 30 days are over, takes with it what only makes sense with it.
create function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  elsif old.names is not null and may_have_texts(old.school_id) then
    perform forget_name_in_labels(old.record_id, old.school_id, names) from names_to_forget(old) names;
  end if;
  return null;
end $$;
create trigger forget_deleted after delete on deleted_records for each row execute function forget_deleted();
-- Before, while it is still known which parts a deleted student had.
create function forget_deleted_name() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if may_have_texts(old.school_id) then
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_texts(old.record_id, old.school_id, names) from names_to_forget(old) names;
  end if;
  return old;
end $$;
create trigger forget_deleted_name before delete on deleted_records for each row
  when (old.names is not null and current_setting('app.restoring', true) is distinct from 'yes')
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
