-- The undo of an import kept ballots as changed after a student whom they comment on was deleted and restored, or a name was forgotten in them,
-- although nobody had changed them. It now asks the history. It also deleted students whom only the ranks of other ballots name, and so did the
-- undo of their addition.

create function is_unchanged(ballot uuid) returns boolean language sql stable as $$
  select not exists (select from changes c where c.record_id = ballot and c.subject = 'keptBallot' and c.action = 'update')
$$;
revoke execute on function is_unchanged(uuid) from public;

create index ballot_scores_by_ranked on ballot_scores using gin (ranks) with (fastupdate = off);
create function is_ranked(student uuid) returns boolean language sql stable as $$
  select exists (select from ballot_scores where ranks @@ format('$.*[*] == "%s"', student)::jsonpath)
$$;
revoke execute on function is_ranked(uuid) from public;

-- As in 031-used-in-line-ups.sql, except for this.
create or replace function undo_import(school uuid, import uuid, out deleted jsonb, out names jsonb, out kept jsonb)
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  imported season_imports;
  own constant text := format('import_id = %L', import);
  untouched_ballot constant text := format('import_id = %L and is_unchanged(id)', import);
  step text;
  unused uuid[];
begin
  select * into imported from season_imports i
    where i.id = import and i.school_id = school and school in (select app_managed_schools()) for update;
  if not found then
    return;
  end if;
  -- Each before what it belongs to, in the order in which other calls lock them. Nothing can refer to a locked row, so what isn't in use
  -- now isn't when it is deleted.
  foreach step in array array['kept_ballots', 'rounds', 'tournaments', 'students', 'teams'] loop
    execute format('select from %I where %s order by id for update', step, own);
  end loop;
  perform set_config('app.undoing', 'yes', true);
  -- An import that was undone can be sent again with its id.
  delete from deleted_records where record_id = import;
  insert into deleted_records (record_id, subject, label, school_id, by_name)
    values (import, 'import', imported.file_name, school, (select name from users where id = app_user_id()));
  perform delete_undone(import, 'ballot_scores', format('ballot_id in (select id from kept_ballots where %s)', untouched_ballot));
  deleted := jsonb_build_object('ballots', delete_undone(import, 'kept_ballots', untouched_ballot));
  -- Rounds of two own teams that the import has joined are two rounds again once they have no ballots.
  with apart as (
    update rounds d set shared_with = null from rounds joined
      where d.id = any (imported.joined_rounds) and joined.id = d.id and joined.shared_with is not null
        and not exists (select from kept_ballots b where b.round_id = joined.shared_with)
      returning d.id, joined.shared_with)
  insert into deleted_rows select import, 'rounds', '{shared_with}', jsonb_agg(to_jsonb(apart)) from apart having count(*) > 0;
  -- A round is deleted together with the one that names it.
  unused := array(select r.id from rounds r where r.import_id = import and version = 1 and shared_with is not null
    and not exists (select from kept_ballots b where b.round_id in (r.id, r.shared_with)));
  unused := unused || array(select r.id from rounds r where r.import_id = import and version = 1 and shared_with is null
    and not exists (select from kept_ballots b where b.round_id = r.id)
    and not exists (select from rounds d where d.shared_with = r.id and d.id <> all (unused)));
  -- Of rounds that the school had before, the line-up goes that came with the import.
  perform delete_undone(import, 'round_parts', format('round_id = any (%L) or %s
    and not exists (select from rounds r where r.id = t.round_id and r.import_id = t.import_id)', unused, own));
  deleted := deleted || jsonb_build_object(
    'rounds', delete_undone(import, 'rounds', format('id = any (%L)', unused)));
  deleted := deleted || jsonb_build_object(
    'tournaments', delete_undone(import, 'tournaments', own || ' and version = 1
      and not exists (select from rounds r where r.tournament_id = t.id)'));
  deleted := deleted || jsonb_build_object(
    'teams', delete_undone(import, 'teams', own || ' and version = 1
      and not exists (select from rounds r where r.team_id = t.id) and not exists (select from students s where s.team_id = t.id)
      and not exists (select from saved_line_ups l where l.team_id = t.id)'));
  deleted := deleted || jsonb_build_object(
    'students', delete_undone(import, 'students', own || ' and version = 1
      and not exists (select from round_parts p where p.student_id = t.id)
      and not exists (select from saved_line_up_parts p where p.student_id = t.id) and not is_ranked(t.id)'));

  select coalesce(jsonb_object_agg(table_name, of_table), '{}') into names from (
    select table_name, jsonb_agg(row ->> 'name' order by row ->> 'sort_name') as of_table
      from deleted_rows d cross join jsonb_array_elements(d.rows) row
      where d.record_id = import and d.columns = '{}' and table_name in ('tournaments', 'teams', 'students') group by 1) named;
  select coalesce(jsonb_agg(jsonb_build_object('name', label, 'isChanged', is_changed) order by place, label), '[]') into kept from (
    select 1 as place, 'Ballot of judge ' || b.number || ', round ' || r.number || ', ' || t.name as label, true as is_changed
      from kept_ballots b join rounds r on r.id = b.round_id join tournaments t on t.id = r.tournament_id where b.import_id = import
    union all select 2, 'Round ' || r.number || ', ' || t.name, r.version > 1
      from rounds r join tournaments t on t.id = r.tournament_id where r.import_id = import
    union all select 3, 'Round ' || d.number || ' as one round of both teams, ' || t.name, false
      from rounds d join tournaments t on t.id = d.tournament_id
      where d.id = any (imported.joined_rounds) and d.shared_with is not null
    union all select 4, name, version > 1 from tournaments where import_id = import
    union all select 5, name, version > 1 from teams where import_id = import
    union all select 6, name, version > 1 from students where import_id = import) left_over (place, label, is_changed);

  -- What stays no longer belongs to the import, until that is restored.
  foreach step in array array['kept_ballots', 'round_parts', 'rounds', 'tournaments', 'students', 'teams'] loop
    execute format('insert into deleted_rows select $1, %1$L, ''{import_id}'', jsonb_agg((
          select jsonb_object_agg(name, value) from jsonb_each(to_jsonb(c)) as cell (name, value) where quote_ident(name) = any ($2)))
        from %1$I c where import_id = $1 having count(*) > 0', step) using import, primary_key(step) || '{import_id}';
  end loop;
  perform delete_undone(import, 'season_imports', format('id = %L', import));
  update deleted_records set went_with = (
      select jsonb_object_agg(table_name, jsonb_array_length(rows)) from deleted_rows where record_id = import and columns = '{}')
    where record_id = import;
  perform record_import('delete', import, school);
  perform set_config('app.undoing', '', true);
end $$;

create or replace function is_in_use(of_subject text, record uuid) returns boolean language sql stable security definer
  set search_path = public, pg_temp as $$
  select case of_subject
    when 'school' then
      exists (select from users_schools where school_id = record) or exists (select from teams where school_id = record)
      or exists (select from students where school_id = record) or exists (select from tournaments where school_id = record)
      or exists (select from invitations where school_id = record) or exists (select from access_requests where school_id = record)
      or exists (select from season_books where school_id = record) or exists (select from try_outs where school_id = record)
    when 'case' then
      exists (select from witnesses where case_id = record) or exists (select from tournaments where case_id = record)
      or exists (select from rounds where case_id = record)
    when 'team' then
      exists (select from students where team_id = record) or exists (select from rounds where team_id = record)
      or exists (select from saved_line_ups where team_id = record)
    when 'student' then
      exists (select from round_parts where student_id = record) or exists (select from saved_line_up_parts where student_id = record)
      or is_ranked(record)
    when 'tournament' then exists (select from rounds where tournament_id = record)
    else false
  end
$$;
