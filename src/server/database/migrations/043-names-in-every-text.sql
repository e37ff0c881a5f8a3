-- A student's name leaves every text that the people of a school can type. It stayed in names of saved line-ups, teams, tournaments, try-outs and
-- sheets, in opponents, judges and places, and in what the history said of these. Forgetting an undone import of 2,000 students whose names are all
-- in comments took a minute, longer than a call may: each text was compared with each name. A text is now compared with the names whose words it has.

-- The texts, each with: what the history and deleted records call its record; the length up to which it may grow; and whether it names something
-- outside of the school, such as "Hope College", which is not about a student who is called "Hope" and nothing else. Of a value with several texts,
-- those at its top are searched: names of a sheet's rows must differ, and head columns of files.
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

-- As in 035-names-with-symbols.sql, for each name alone.
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
create or replace function name_pattern(names text[]) returns text language sql immutable as $$
  select string_agg(pattern, '|') from pattern_of_each(names)
$$;
-- What is looked for: the pattern of a few names, or the patterns of many, each with the words that a text with the name has, by the first of these.
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

create or replace function without_names(value text, pattern text, max integer) returns text language sql immutable as $$
  select btrim(left(regexp_replace(value, pattern, 'a student', 'gi'), greatest(max, char_length(value))))
$$;
drop function without_names(jsonb, text);
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

-- As in 038-names-in-texts-and-witnesses.sql, but for every text.
create or replace function forget_name_in_texts(student uuid, school uuid, names text[]) returns void
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

-- After the others, because a statement may delete several records (028-forgotten-together.sql).
create function forget_name_in_labels(student uuid, school uuid, names text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with own as (select names_of_no_other(student, school, names) as names),
    labeled as materialized (
      select distinct t.subject, sought(own.names, t.is_outside) as wanted from typed_texts() t cross join own where t.subject is not null)
  update deleted_records d set label = without_names(to_jsonb(label), wanted, 200) #>> '{}'
    from labeled l where d.school_id = school and d.subject = l.subject and has_name(to_jsonb(label), wanted)
$$;
revoke execute on function forget_name_in_labels(uuid, uuid, text[]) from public;
create or replace function forget_name(student uuid, school uuid, names text[]) returns void
  language sql security definer set search_path = public, pg_temp as $$
  select forget_name_in_texts(student, school, names);
  select forget_name_in_labels(student, school, names)
$$;
drop function forget_name_in_labels(uuid, text);

-- A file whose columns were mixed up has "students" who are teams, tournaments, opponents or judges. These keep their names.
create or replace function names_to_forget(entry deleted_records) returns setof text[]
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
create or replace function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  elsif old.names is not null and may_have_texts(old.school_id) then
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_labels(old.record_id, old.school_id, names) from names_to_forget(old) names;
  end if;
  return null;
end $$;
drop function names_in_texts(uuid, uuid, text[]);

drop index deleted_texts;
create index deleted_texts on deleted_rows (record_id) where table_name not in ('students', 'round_parts', 'saved_line_up_parts');

-- As in 039-what-comes-back.sql, but the history doesn't say that a team was renamed because its name was forgotten.
create or replace function complete_change() returns trigger language plpgsql as $$
begin
  if current_setting('app.forgetting', true) = 'yes' then
    return null;
  end if;
  -- A program did it for a person.
  if current_setting('app.access_token', true) <> '' then
    new.by_program := (select name from access_tokens where id = current_setting('app.access_token')::uuid);
  end if;
  -- Rows that a restore brings back were restored, not created. Each edition of a sheet is a row.
  if (new.action = 'create' or new.subject = 'sheet') and current_setting('app.restoring', true) = 'yes' then
    new.action := 'restore';
  end if;
  return new;
end $$;

-- As in 010-ballots.sql, but scores that nobody changes aren't added up again.
create or replace function add_up_scores() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_ballot record;
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if new.scores = old.scores then
      update kept_ballots set number = number where id = new.ballot_id;
      return null;
    end if;
  end if;
  select coalesce(sum(score * weight) filter (where side = 'p'), 0) as p, coalesce(sum(score * weight) filter (where side = 'd'), 0) as d,
      count(*) filter (where score is null) as unread,
      bool_and(cell.key is not null and given.key is not null and (score between min and max) is not false) as are_of_sheet
    into of_ballot
    from (select c.* from kept_ballots b cross join cells_of_sheet(b.sheet_id, b.sheet_edition) c where b.id = new.ballot_id) cell
      full join (select key, value::integer as score from jsonb_each_text(new.scores)) given on given.key = cell.key;
  if of_ballot.are_of_sheet is not true then
    raise exception 'the ballot''s sheet has other scores, or other ranges' using errcode = '23514';
  end if;
  update kept_ballots b set p_total = of_ballot.p, d_total = of_ballot.d, unread = of_ballot.unread, checked_by = null, checked_at = null
    where b.id = new.ballot_id;
  return null;
end $$;
