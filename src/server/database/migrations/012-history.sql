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

-- Removing a name that must be forgotten doesn't count as a change of the record.
create function complete_change() returns trigger language plpgsql as $$
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
create trigger complete_change before insert on changes for each row execute function complete_change();

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

-- What the history calls a record, and the values that it shows. Null for rounds and ballots: it says that somebody kept, corrected or
-- deleted a ballot, and never a score. Stamps and derived columns are no change, and what belongs to signing in stays out of the history.
create function label_in_history(subject text, whole jsonb) returns text language sql stable as $$
  select case subject
    when 'assignment' then name_of_record('user', (whole ->> 'user_id')::uuid) || ' at '
      || name_of_record('school', (whole ->> 'school_id')::uuid)
    when 'superAdmin' then name_of_record('user', (whole ->> 'user_id')::uuid)
    when 'seasonBook' then 'Season book'
    when 'round' then 'Round ' || (whole ->> 'number')
    when 'keptBallot' then 'Ballot of judge ' || (whole ->> 'number')
    else whole ->> 'name' end
$$;
create function values_in_history(subject text, whole jsonb) returns jsonb language sql immutable as $$
  select case when subject not in ('round', 'keptBallot') then
    whole - array['id', 'version', 'created_at', 'updated_at', 'sort_name', 'sort_short_name', 'search',
      'last_sign_in', 'must_change_password', 'import_id', 'former_names'] end
$$;

-- The history of many records that are created, or deleted with another one, is written with one statement: for every statement that
-- inserts, PostgreSQL parses generated columns and the conditions of triggers (`when`) again. Arguments of both triggers: the subject, the
-- column with the record's id, the column with its parent's id or ''. Their plans are the same for all rows, but PostgreSQL would make new
-- ones each time, because these leave out the labels of other subjects.
create function record_changes() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, before, after)
    select app_user_id(), person.name, person.email, tg_argv[0], case tg_op when 'INSERT' then 'create' else 'delete' end,
      (whole ->> tg_argv[1])::uuid, (whole ->> tg_argv[2])::uuid, label_in_history(tg_argv[0], whole),
      case tg_op when 'DELETE' then values_in_history(tg_argv[0], whole) end,
      case tg_op when 'INSERT' then values_in_history(tg_argv[0], whole) end
    from (select to_jsonb(changed) as whole from changed) each left join users person on person.id = app_user_id();
  return null;
end $$;
create function record_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  whole jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
  old_values jsonb := values_in_history(tg_argv[0], to_jsonb(old));
  new_values jsonb := case tg_op when 'UPDATE' then values_in_history(tg_argv[0], whole) end;
begin
  if new_values is not null then
    select jsonb_object_agg(key, value), jsonb_object_agg(key, new_values -> key) into old_values, new_values
      from jsonb_each(old_values) where value is distinct from new_values -> key;
    if old_values is null then
      return new;
    end if;
  end if;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, before, after)
    select app_user_id(), person.name, person.email, tg_argv[0], lower(tg_op),
      (whole ->> tg_argv[1])::uuid, (whole ->> tg_argv[2])::uuid, label_in_history(tg_argv[0], whole), old_values, new_values
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
    ['tournaments', 'tournament', 'id', 'school_id'],
    ['season_books', 'seasonBook', 'school_id', 'school_id'],
    ['rounds', 'round', 'id', 'school_id'],
    ['kept_ballots', 'keptBallot', 'id', 'school_id']] loop
    execute format('create trigger record_new after insert on %I referencing new table as changed for each statement %s
      execute function record_changes(%L, %L, %L)', recorded[1],
      -- Of the season book, not what another trigger changes, such as totals: the person's own statement was recorded.
      case when recorded[2] in ('seasonBook', 'round', 'keptBallot') then 'when (pg_trigger_depth() = 0)' else '' end,
      recorded[2], recorded[3], recorded[4]);
    execute format('create trigger record_change after update on %I for each row %s execute function record_change(%L, %L, %L)',
      recorded[1],
      -- Nor a record that stays when its import is undone or restored, or gets a reference back.
      case when recorded[2] = 'seasonBook' then 'when (pg_trigger_depth() = 0)'
        when recorded[2] in ('round', 'keptBallot')
          then 'when (pg_trigger_depth() = 0 and old.import_id is not distinct from new.import_id
            and current_setting(''app.restoring'', true) is distinct from ''yes'')' else '' end,
      recorded[2], recorded[3], recorded[4]);
    if recorded[2] in ('school', 'user', 'case') then
      -- Nothing else deletes these. Recorded before the deletion, while a person who deletes their own account still has a name.
      execute format('create trigger record_end before delete on %I for each row execute function record_change(%L, %L, %L)',
        recorded[1], recorded[2], recorded[3], recorded[4]);
    else
      -- PostgreSQL runs these in the order in which it deletes, so a record's own end comes before those of the records deleted with it.
      execute format('create trigger record_end after delete on %I referencing old table as changed
        for each statement execute function record_changes(%L, %L, %L)', recorded[1], recorded[2], recorded[3], recorded[4]);
    end if;
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

-- Who changed a record last, for someone whose form was read before that: super admins, and the people of the record's school.
create function last_change(of_subject text, of_id uuid, of_parent uuid)
  returns table (by_name text, at timestamptz) language sql stable security definer set search_path = public, pg_temp as $$
  select c.by_name, c.at from changes c
  where c.record_id = of_id and c.subject = of_subject and c.parent_id is not distinct from of_parent
    and (app_is_super_admin() or c.parent_id in (select app_schools()))
  order by c.id desc limit 1
$$;
