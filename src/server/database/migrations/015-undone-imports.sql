-- What undoing an import deletes is kept with it for 30 days, and restored together.

-- Deletes the rows for which the condition holds, keeps them with the import, and returns how many there were.
create function delete_undone(import uuid, of_table text, condition text) returns integer language plpgsql as $$
declare counted integer;
begin
  execute format('with gone as (delete from %1$I t where %2$s returning t.*),
      kept as (insert into deleted_rows select $1, %1$L, ''{}'', jsonb_agg(to_jsonb(gone)) from gone having count(*) > 0)
    select count(*) from gone', of_table, condition) into counted using import;
  return counted;
end $$;
revoke execute on function delete_undone(uuid, text, text) from public;

-- True if nobody has changed a ballot since it was imported. Its version can't tell, because it also changes when a restored student's comments
-- come back.
create function is_unchanged(ballot uuid) returns boolean language sql stable as $$
  select not exists (select from changes c where c.record_id = ballot and c.subject = 'keptBallot' and c.action = 'update')
$$;
revoke execute on function is_unchanged(uuid) from public;
-- Undoes what an import has added, except what somebody has changed or used since. `deleted`: how many rows of each table; null if there
-- is no such import. `names`: of the deleted tournaments, teams and students. `kept`: what stays, each with whether it was changed.
create function undo_import(school uuid, import uuid, out deleted jsonb, out names jsonb, out kept jsonb)
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
revoke execute on function undo_import(uuid, uuid) from public;
grant execute on function undo_import(uuid, uuid) to courtside_app;
