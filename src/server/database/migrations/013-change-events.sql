-- Change events: listeners on the channel hear, at the commit, which subject of which school changed and which record it was, and
-- never its values. Payload: a JSON array of subject, school id or null, record id or null.

-- Arguments: the subject, an expression for the school, one for the record. Many rows at once are announced as a whole.
create function tell_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 50;
begin
  execute format(
    'select pg_notify(''courtside_changes'', json_build_array(%L, school, record)::text) from (
       select distinct %s as school, case when (select count(*) from changed) <= %s then %s end as record from changed) as told',
    tg_argv[0], tg_argv[1], most, tg_argv[2]);
  return null;
end $$;
do $$
declare
  told text[];
begin
  foreach told slice 1 in array array[
    ['schools', 'school', 'id', 'id'],
    ['users_schools', 'assignment', 'school_id', 'user_id'],
    ['invitations', 'invitation', 'school_id', 'id'],
    ['access_requests', 'accessRequest', 'school_id', 'user_id'],
    ['cases', 'case', 'null::uuid', 'id'],
    ['witnesses', 'witness', 'null::uuid', 'id'],
    ['teams', 'team', 'school_id', 'id'],
    ['students', 'student', 'school_id', 'id'],
    ['tournaments', 'tournament', 'school_id', 'id'],
    ['season_books', 'seasonBook', 'school_id', 'school_id'],
    ['season_imports', 'round', 'school_id', 'null::uuid'],
    ['rounds', 'round', 'school_id', 'id'],
    ['round_parts', 'round', 'school_id', 'round_id'],
    ['kept_ballots', 'keptBallot', 'school_id', 'id'],
    ['ballot_scores', 'keptBallot', 'school_id', 'ballot_id'],
    ['super_admins', 'standing', 'null::uuid', 'user_id'],
    ['service_statuses', 'serviceStatus', 'null::uuid', 'id'],
    ['incidents', 'incident', 'null::uuid', 'id']] loop
    execute format('create trigger tell_new after insert on %I referencing new table as changed
      for each statement execute function tell_change(%L, %L, %L)', told[1], told[2], told[3], told[4]);
    execute format('create trigger tell_changed after update on %I referencing new table as changed
      for each statement execute function tell_change(%L, %L, %L)', told[1], told[2], told[3], told[4]);
    execute format('create trigger tell_gone after delete on %I referencing old table as changed
      for each statement execute function tell_change(%L, %L, %L)', told[1], told[2], told[3], told[4]);
  end loop;
end $$;

-- A user is announced once without a school (to the user and super admins) and once for each school that knows the user.
-- A sign-in changes the row as well, but nothing that anybody sees.
create function tell_user() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('courtside_changes', json_build_array('user', school, old.id)::text)
    from (select null::uuid as school union all select school_id from users_schools where user_id = old.id) as told;
  return old;
end $$;
create trigger tell_changed after update on users for each row
  when (old.name is distinct from new.name or old.email is distinct from new.email) execute function tell_user();
-- Before, because afterwards the assignments are gone.
create trigger tell_gone before delete on users for each row execute function tell_user();
create function tell_new_user() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes', json_build_array('user', null, new.id)::text);
  return null;
end $$;
create trigger tell_new after insert on users for each row execute function tell_new_user();

-- The end of a session is announced to the servers alone, which close its event streams.
create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes', json_build_array('session', null, old.id)::text);
  return null;
end $$;
create trigger tell_gone after delete on sessions for each row execute function tell_session();
create trigger tell_new after insert on score_sheets referencing new table as changed
  for each statement execute function tell_change('sheet', 'school_id', 'id');
create trigger tell_gone after delete on score_sheets referencing old table as changed
  for each statement execute function tell_change('sheet', 'school_id', 'id');

-- A person's sessions, access tokens and second factor, to the person alone.
create function tell_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes',
    json_build_array('account', null, case tg_op when 'DELETE' then old.user_id else new.user_id end)::text);
  return null;
end $$;
create trigger tell_account after insert or delete on sessions for each row execute function tell_account();
create trigger tell_account after update of confirmed_at or delete on second_factors for each row execute function tell_account();

-- What super admins see in the history alone: it has no announcement of its own.
create function tell_history() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes', json_build_array('change', null, null)::text);
  return null;
end $$;
create trigger tell_history after insert on changes for each row
  when (new.subject in ('passwordReset', 'session', 'secondFactor', 'signOnLink', 'accessToken')) execute function tell_history();

-- The new name of a school, to the people who have asked for access to it.
create function tell_requesters() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('courtside_changes', json_build_array('accessRequest', school_id, user_id)::text)
    from access_requests where school_id = new.id;
  return null;
end $$;
create trigger tell_requesters after update on schools for each row
  when (old.name is distinct from new.name) execute function tell_requesters();
