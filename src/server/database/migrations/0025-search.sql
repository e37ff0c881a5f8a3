-- Names are found with any apostrophe or without one: "obrien", "o'brien" and "o’brien" all find O’Brien.
create function without_apostrophes(value text) returns text
  language sql immutable parallel safe strict
  return translate(value, '''’‘‛ʼʻʹ´`′', '');
create function findable(value text) returns text
  language sql immutable parallel safe strict
  return without_apostrophes(searchable(value));

-- How the words of a name sound, roughly, so that a misspelled name is found by an index: "ramires" and "Ramirez" are both
-- rmrs. Vowels, h, w and y count only at the beginning; letters that are often confused count as one.
create function sounds_of(value text) returns text[]
  language sql immutable parallel safe strict
  return array(
    select distinct sound from regexp_split_to_table(findable(value), '[^a-z]+') as word,
      lateral (select regexp_replace(translate(replace(replace(replace(word, 'ph', 'f'), 'dg', 'g'), 'x', 'ks'), 'zcqgvdbeiouy', 'skkkftpaaaaa'), '(?!^)[ahw]', '', 'g')) as open_ (letters),
      lateral (select regexp_replace(letters, '(.)\1+', '\1', 'g')) as closed (sound)
    where length(sound) > 1 order by sound);

drop view users_for_super_admins, schools_for_super_admins;
alter table users drop column search,
  add column search text not null generated always as (findable(name || ' ' || email)) stored,
  add column sounds text[] not null generated always as (sounds_of(name)) stored;
alter table schools drop column search,
  add column search text not null generated always as (findable(name || ' ' || short_name)) stored,
  add column sounds text[] not null generated always as (sounds_of(name || ' ' || short_name)) stored;
alter table cases drop column search,
  add column search text not null generated always as (findable(name || ' ' || year::text)) stored,
  add column sounds text[] not null generated always as (sounds_of(name)) stored;
create index users_by_search on users using gin (search gin_trgm_ops);
create index schools_by_search on schools using gin (search gin_trgm_ops);
create index cases_by_search on cases using gin (search gin_trgm_ops);
create index users_by_sound on users using gin (sounds);
create index schools_by_sound on schools using gin (sounds);
create index cases_by_sound on cases using gin (sounds);
grant select (search, sounds) on users to courtside_app;

create view users_for_super_admins with (security_barrier = false) as
  select id, email, name, version, sort_name, search, sounds from users where (select app_is_super_admin());
create view schools_for_super_admins with (security_barrier = false) as
  select id, name, short_name, is_premium, version, sort_name, sort_short_name, search, sounds from schools
  where (select app_is_super_admin());
grant select on users_for_super_admins, schools_for_super_admins to courtside_app;

-- The history leaves the new column out. Arguments: the subject, the column with the record's id, the column with its parent's id or ''.
create or replace function record_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- Stamps and derived columns are no change, and what belongs to signing in stays out of the history.
  unrecorded constant text[] := array['id', 'version', 'created_at', 'updated_at', 'sort_name', 'sort_short_name', 'search',
    'sounds', 'last_sign_in', 'must_change_password'];
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
