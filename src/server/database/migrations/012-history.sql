-- The history: who changed what and when, before and after. Triggers write it in the transaction of the change itself. It can't be
-- rewritten: the application's role may only read, and a trigger refuses even the owner.

-- It is searched by what changed and by who changed it.
-- Words without case, accents and apostrophes, so that a search finds the beginnings of them. Each change has few: parts of words, which the
-- lists find, would make an import twice as slow.
create function words_of(value text) returns text
  language sql immutable parallel safe strict
  return btrim(regexp_replace(findable(value), '[^[:alnum:]]+', ' ', 'g'));
create function words_sought(value text) returns tsquery
  language sql immutable parallel safe strict
  return to_tsquery('simple', replace(nullif(words_of(value), ''), ' ', ':* & ') || ':*');

create table changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- The person, with the name and email of then; null: a command of the server did it. Not a reference: the history outlives the person.
  by_id uuid,
  by_name text,
  by_email text,
  subject text not null,
  action text not null check (action in ('create', 'update', 'delete', 'restore', 'deleteForGood')),
  record_id uuid not null,
  parent_id uuid,
  label text not null,
  before jsonb,
  after jsonb,
  -- The access token's name of then; null: the person did it without one.
  by_program text,
  words tsvector not null generated always as (to_tsvector('simple',
    words_of(label || ' ' || coalesce(by_name, '') || ' ' || coalesce(by_email, '') || ' ' || coalesce(by_program, '')))) stored
);
create index changes_by_record on changes (record_id, id desc);
create index changes_by_parent on changes (parent_id, id desc) where parent_id is not null;
create index changes_by_person on changes (by_id, id desc) where by_id is not null;
create index changes_by_subject on changes (subject, id desc);
create index changes_by_words on changes using gin (words);

-- It has rounds, kept ballots and imports of every school. Super admins read those of their own schools only, as with the season book
-- itself.
alter table changes enable row level security;
grant select on changes to courtside_app;
create policy read on changes for select to courtside_app
  using ((select app_is_super_admin())
    and (subject not in ('round', 'keptBallot', 'import') or parent_id in (select app_schools())));

-- As with other lists of any size, row security would keep the index from being used (003-people-and-schools.sql). The condition is that of
-- the policy.
create view changes_for_super_admins with (security_barrier = false) as
  select id, at, by_id, by_name, by_email, by_program, subject, action, record_id, parent_id, label, before, after, words from changes
  where (select app_is_super_admin())
    and (subject not in ('round', 'keptBallot', 'import') or parent_id in (select app_schools()));
grant select on changes_for_super_admins to courtside_app;

-- Only a student's name leaves the history (016-forgetting.sql).
create function refuse_rewriting_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('app.forgetting', true) = 'yes' then
    return new;
  end if;
  raise exception 'the history cannot be rewritten' using errcode = '42501';
end $$;
create trigger refuse_rewriting before update or delete on changes for each row execute function refuse_rewriting_history();
create trigger refuse_emptying before truncate on changes for each statement execute function refuse_rewriting_history();

-- A program did it for a person.
create function record_program() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.by_program := (select name from access_tokens where id = current_setting('app.access_token')::uuid);
  return new;
end $$;
create trigger record_program before insert on changes for each row
  when (current_setting('app.access_token', true) <> '') execute function record_program();

-- The last name of a record, also of one that is gone: a deleted user's assignments are deleted after the user.
create function name_of_record(of_subject text, of_id uuid) returns text
  language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    case of_subject
      when 'user' then (select name from users where id = of_id)
      when 'school' then (select name from schools where id = of_id)
    end,
    (select label from changes where record_id = of_id and subject = of_subject order by id desc limit 1),
    '')
$$;
-- Arguments of the trigger: the subject, the column with the record's id, the column with its parent's id or ''.
create function record_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Stamps and derived columns are no change, and what belongs to signing in stays out of the history.
  unrecorded constant text[] := array['id', 'version', 'created_at', 'updated_at', 'sort_name', 'sort_short_name', 'search',
    'last_sign_in', 'must_change_password', 'import_id'];
  old_row jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  new_row jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  whole jsonb := coalesce(new_row, old_row);
  old_values jsonb := old_row - unrecorded;
  new_values jsonb := new_row - unrecorded;
  record_label text := whole ->> 'name';
begin
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(key, value), jsonb_object_agg(key, new_values -> key) into old_values, new_values
      from jsonb_each(old_values) where value is distinct from new_values -> key;
    if old_values is null then
      return new;
    end if;
  end if;
  if tg_argv[0] = 'assignment' then
    record_label := name_of_record('user', (whole ->> 'user_id')::uuid) || ' at '
      || name_of_record('school', (whole ->> 'school_id')::uuid);
  elsif tg_argv[0] = 'superAdmin' then
    record_label := name_of_record('user', (whole ->> 'user_id')::uuid);
  end if;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, before, after)
    select app_user_id(), person.name, person.email, tg_argv[0],
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      (whole ->> tg_argv[1])::uuid, (whole ->> tg_argv[2])::uuid, record_label, old_values, new_values
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return coalesce(new, old);
end $$;
do $$
declare recorded text[];
begin
  foreach recorded slice 1 in array array[
    ['schools', 'school', 'id', ''],
    ['users', 'user', 'id', ''],
    ['super_admins', 'superAdmin', 'user_id', ''],
    ['users_schools', 'assignment', 'user_id', 'school_id'],
    ['cases', 'case', 'id', ''],
    ['witnesses', 'witness', 'id', 'case_id'],
    ['teams', 'team', 'id', 'school_id'],
    ['students', 'student', 'id', 'school_id'],
    ['tournaments', 'tournament', 'id', 'school_id']] loop
    execute format('create trigger record_change after insert or update on %I for each row execute function record_change(%L, %L, %L)',
      recorded[1], recorded[2], recorded[3], recorded[4]);
    -- Before, so that a record's own end is written ahead of those of the records that are deleted with it.
    execute format('create trigger record_end before delete on %I for each row execute function record_change(%L, %L, %L)',
      recorded[1], recorded[2], recorded[3], recorded[4]);
  end loop;
end $$;

-- The history says which version somebody made, and that they deleted a sheet, and nothing of what is on it.
create function record_sheet() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, after)
    select app_user_id(), person.name, person.email, 'sheet',
      case tg_op when 'DELETE' then 'delete' else case sheet.edition when 1 then 'create' else 'update' end end,
      sheet.id::uuid, sheet.school_id, sheet.title, case tg_op when 'INSERT' then jsonb_build_object('version', sheet.edition) end
    from (select distinct on (id) * from changed where school_id is not null order by id, edition desc) sheet
      cross join (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_new after insert on score_sheets referencing new table as changed
  for each statement execute function record_sheet();
create trigger record_gone after delete on score_sheets referencing old table as changed
  for each statement execute function record_sheet();

-- The history says that somebody kept, corrected or deleted a ballot, and never a score.
create function record_season_change() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select app_user_id(), person.name, person.email, tg_argv[0],
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      (whole ->> tg_argv[1])::uuid, (whole ->> 'school_id')::uuid,
      case tg_argv[0]
        when 'seasonBook' then 'Season book'
        when 'round' then 'Round ' || (whole ->> 'number')
        else 'Ballot of judge ' || (whole ->> 'number') end
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return coalesce(new, old);
end $$;
do $$
declare recorded text[];
begin
  foreach recorded slice 1 in array array[
    ['season_books', 'seasonBook', 'school_id'],
    ['rounds', 'round', 'id'],
    ['kept_ballots', 'keptBallot', 'id']] loop
    -- Not for what another trigger changes, such as totals: the person's own statement was recorded. Nor for a record that stays when
    -- its import is undone or restored.
    execute format('create trigger record_new after insert on %I for each row when (pg_trigger_depth() = 0)
      execute function record_season_change(%L, %L)', recorded[1], recorded[2], recorded[3]);
    execute format('create trigger record_change after update on %I for each row when (pg_trigger_depth() = 0 %s)
      execute function record_season_change(%L, %L)', recorded[1],
      case when recorded[1] <> 'season_books' then 'and old.import_id is not distinct from new.import_id' end,
      recorded[2], recorded[3]);
    execute format('create trigger record_end before delete on %I for each row execute function record_season_change(%L, %L)',
      recorded[1], recorded[2], recorded[3]);
  end loop;
end $$;

-- The history says that an import was undone or restored, and not what its file was called: that can be a student's name.
create function record_import(action text, import uuid, school uuid) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select person.id, person.name, person.email, 'import', action, import, school, 'Import' from users person where id = app_user_id()
$$;
revoke execute on function record_import(text, uuid, uuid) from public;

-- The history names who invited whom and who made a reset link. It never contains the links.
create function record_invitation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invited invitations := coalesce(new, old);
  details jsonb := jsonb_build_object('email', invited.email, 'role', invited.role);
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, before, after)
    select app_user_id(), person.name, person.email, 'invitation', case tg_op when 'INSERT' then 'create' else 'delete' end,
      invited.id, invited.school_id, invited.email || ' to ' || name_of_record('school', invited.school_id),
      case tg_op when 'DELETE' then details end, case tg_op when 'INSERT' then details end
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or delete on invitations for each row execute function record_invitation();

-- Links that people request by email are not recorded: anybody can request them, and the history can't be shortened.
create function record_password_reset() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select person.id, person.name, person.email, 'passwordReset', 'create', new.user_id, name_of_record('user', new.user_id)
    from users person where person.id = app_user_id();
  return null;
end $$;
create trigger record_change after insert on password_resets for each row execute function record_password_reset();

-- The history says who turned a second factor on or off, and nothing else.
create function record_second_factor() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  factor second_factors := coalesce(new, old);
begin
  if factor.confirmed_at is null or (tg_op = 'UPDATE' and old.confirmed_at is not null) then
    return null;
  end if;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, label)
    select app_user_id(), person.name, person.email, 'secondFactor', case tg_op when 'DELETE' then 'delete' else 'create' end,
      factor.user_id, name_of_record('user', factor.user_id)
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after update or delete on second_factors for each row execute function record_second_factor();

-- Rows that a restore brings back were restored, not created.
create function record_restored() returns trigger language plpgsql as $$
begin
  new.action := 'restore';
  return new;
end $$;
create trigger record_restored before insert on changes for each row
  when (new.action = 'create' and current_setting('app.restoring', true) = 'yes') execute function record_restored();

-- Who changed a record last, for someone whose form was read before that: super admins, and the people of the record's school.
create function last_change(of_subject text, of_id uuid, of_parent uuid)
  returns table (by_name text, at timestamptz) language sql stable security definer set search_path = public, pg_temp as $$
  select c.by_name, c.at from changes c
  where c.record_id = of_id and c.subject = of_subject and c.parent_id is not distinct from of_parent
    and (app_is_super_admin() or c.parent_id in (select app_schools()))
  order by c.id desc limit 1
$$;
