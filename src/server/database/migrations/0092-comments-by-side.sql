-- Comments belong to a part of one side ("p open"), because both sides of a ballot can be the school's own. So a student reads only
-- comments on their own parts, and anonymizing one deletes only those.

-- The side that the comments of a ballot were about so far: the one whose round has the ballot.
create function pg_temp.by_side(comments jsonb, side text) returns jsonb language sql as $$
  select coalesce(jsonb_object_agg(coalesce(side, 'p') || ' ' || key, value), '{}') from jsonb_each(comments)
$$;
create function pg_temp.side_of(ballot uuid, record uuid) returns text language sql as $$
  select coalesce(
    (select r.side from kept_ballots b join rounds r on r.id = b.round_id where b.id = ballot),
    (select r ->> 'side' from deleted_rows bs cross join jsonb_array_elements(bs.rows) b
        join deleted_rows rs on rs.record_id = bs.record_id and rs.table_name = 'rounds' and rs.columns = '{}'
        cross join jsonb_array_elements(rs.rows) r
      where bs.record_id = record and bs.table_name = 'kept_ballots' and bs.columns = '{}'
        and b ->> 'id' = ballot::text and r ->> 'id' = b ->> 'round_id'))
$$;
alter table ballot_scores disable trigger user;
update ballot_scores set comments = pg_temp.by_side(comments, pg_temp.side_of(ballot_id, null)) where comments <> '{}';
alter table ballot_scores enable trigger user;
update deleted_rows d set rows = (
    select jsonb_agg(row || jsonb_build_object('comments',
        pg_temp.by_side(row -> 'comments', pg_temp.side_of((row ->> 'ballot_id')::uuid, d.record_id))))
      from jsonb_array_elements(d.rows) row)
  where table_name = 'ballot_scores' and columns in ('{}', '{comments}');

create function are_comments(comments jsonb) returns boolean language sql immutable parallel safe strict
  return jsonb_typeof(comments) = 'object' and not exists (select from jsonb_each(comments)
    where key !~ '^[pd] (open|close|(direct|cross|witness)[1-3])$' or jsonb_typeof(value) <> 'string');
alter table ballot_scores drop constraint ballot_scores_comments_check,
  add constraint ballot_scores_comments_check check (are_comments(comments));

-- A round whose side was wrong, and a ballot that was kept with the wrong round: the comments stay about our students. Where both
-- sides are ours, they stay about their side.
create function swap_sides(comments jsonb) returns jsonb language sql immutable strict as $$
  select coalesce(jsonb_object_agg(translate(left(key, 1), 'pd', 'dp') || substr(key, 2), value), '{}') from jsonb_each(comments)
$$;
create function has_two_own_sides(round rounds) returns boolean language sql stable as $$
  select round.shared_with is not null or exists (select from rounds r where r.shared_with = round.id)
$$;
create function swap_comments_of_round() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not has_two_own_sides(old) and not has_two_own_sides(new) then
    update ballot_scores x set comments = swap_sides(x.comments)
      from kept_ballots b where b.round_id = new.id and x.ballot_id = b.id and x.comments <> '{}';
  end if;
  return null;
end $$;
create trigger swap_comments after update of side on rounds for each row when (old.side <> new.side)
  execute function swap_comments_of_round();
create function swap_comments_of_ballot() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from rounds a cross join rounds b where a.id = old.round_id and b.id = new.round_id
      and a.side <> b.side and not has_two_own_sides(a) and not has_two_own_sides(b)) then
    update ballot_scores set comments = swap_sides(comments) where ballot_id = new.id and comments <> '{}';
  end if;
  return null;
end $$;
create trigger swap_comments after update of round_id on kept_ballots for each row when (old.round_id <> new.round_id)
  execute function swap_comments_of_ballot();

-- The parts of a student on each ballot, also of one who was deleted.
create function parts_of_student(student uuid) returns table (ballot_id uuid, side_parts text[]) language sql stable as $$
  select b.id, array_agg(r.side || ' ' || p.part)
    from (
      select round_id, part from round_parts where student_id = student
      union
      select (row ->> 'round_id')::uuid, row ->> 'part' from deleted_rows d cross join jsonb_array_elements(d.rows) row
        where d.record_id = student and d.table_name = 'round_parts' and d.columns = '{student_id}') p
      join rounds r on r.id = p.round_id join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
    group by b.id
$$;
-- The same on ballots that were deleted before the student.
create function parts_in_copies(student uuid) returns table (record_id uuid, ballot_id uuid, side_parts text[]) language sql stable as $$
  select p.record_id, (ballot ->> 'id')::uuid, array_agg((round ->> 'side') || ' ' || (part ->> 'part'))
    from deleted_rows p
      cross join jsonb_array_elements(p.rows) part
      join deleted_rows r using (record_id) cross join jsonb_array_elements(r.rows) round
      join deleted_rows b using (record_id) cross join jsonb_array_elements(b.rows) ballot
    where p.table_name = 'round_parts' and r.table_name = 'rounds' and b.table_name = 'kept_ballots'
      and p.columns = '{}' and r.columns = '{}' and b.columns = '{}'
      and p.rows @> jsonb_build_array(jsonb_build_object('student_id', student)) and part ->> 'student_id' = student::text
      and round ->> 'id' = part ->> 'round_id' and ballot ->> 'round_id' = coalesce(round ->> 'shared_with', round ->> 'id')
    group by 1, 2
$$;
create function is_of_part(field text, side_parts text[]) returns boolean language sql immutable as $$
  select left(field, 1) || ' ' || case when substr(field, 2, 1) = 'W' then 'witness' || right(field, 1)
    else lower(substr(field, 2)) end = any (side_parts)
$$;

create or replace function forget_deleted_comments(student uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  with own as (select * from parts_in_copies(student))
  update deleted_rows x set rows = (
      select jsonb_agg(case when own.side_parts is null then score
          else jsonb_set(score, '{comments}', (score -> 'comments') - own.side_parts) end)
        from jsonb_array_elements(x.rows) score
          left join own on own.record_id = x.record_id and own.ballot_id = (score ->> 'ballot_id')::uuid)
    where x.table_name = 'ballot_scores' and x.columns = '{}' and x.record_id in (select record_id from own)
$$;

create or replace function forget_comments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update ballot_scores x set comments = x.comments - own.side_parts
    from parts_of_student(old.id) own where x.ballot_id = own.ballot_id and x.comments ?| own.side_parts;
  return old;
end $$;

do $$
declare
  patch record;
  definition text;
begin
  for patch in select * from (values
      ('own_scores(uuid)'::regprocedure, $q$-- Of two own teams, the comments are about the P side.
      case when r.id = b.round_id then x.comments ->> p.part end$q$, $q$x.comments ->> (r.side || ' ' || p.part)$q$),
      ('copy_deleted()', $q$select x.ballot_id, jsonb_object_agg(p.part, x.comments -> p.part) as comments
            from round_parts p join rounds r on r.id = p.round_id
              join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
              join ballot_scores x on x.ballot_id = b.id and x.comments ? p.part
            where p.student_id = old.id group by 1$q$, $q$select x.ballot_id, jsonb_object_agg(side_part, x.comments -> side_part) as comments
            from parts_of_student(old.id) own cross join unnest(own.side_parts) side_part
              join ballot_scores x on x.ballot_id = own.ballot_id and x.comments ? side_part
            group by 1$q$),
      ('copy_deleted()', $q$perform forget_deleted_comments(old.id);$q$, $q$perform forget_deleted_comments(old.id);
      perform forget_name(old.id, (deleted ->> 'school_id')::uuid, array(select old.name union
        select name from changes c cross join lateral (values (c.before ->> 'name'), (c.after ->> 'name')) named (name)
          where c.record_id = old.id and c.subject = 'student' and name is not null));$q$)
    ) as t (name, before, after) loop
    definition := pg_get_functiondef(patch.name);
    if position(patch.before in definition) = 0 then
      raise exception '% is not as it was expected', patch.name;
    end if;
    execute replace(definition, patch.before, patch.after);
  end loop;
end $$;

-- A student's name leaves what people have written about others, too: reasons of corrections, comments on other parts, names of imported
-- files and requests for access. Reasons for corrections of the student's own scores also lose the first or last name alone.

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
create function forget_name(student uuid, school uuid, names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A text may be about another student who has the same name.
  own text[] := array(select name from unnest(names) name where not exists (
    select from students s where s.school_id = school and s.sort_name = searchable(name) and s.id <> student));
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
revoke execute on function forget_name(uuid, uuid, text[]) from public;

-- Before, while it is still known which parts a deleted student had.
create function forget_deleted_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform forget_name(old.record_id, old.school_id, array[old.label]);
  return old;
end $$;
create trigger forget_deleted_name before delete on deleted_records for each row
  when (old.subject = 'student' and current_setting('app.restoring', true) is distinct from 'yes')
  execute function forget_deleted_name();
