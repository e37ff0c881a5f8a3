-- Deleting a school for good with 2,000 deleted students took PostgreSQL longer than a call may: each name was looked for in the texts of a
-- school that has none any more. The functions are as in 028-forgotten-together.sql, except for these conditions.
create function may_have_texts(school uuid) returns boolean language sql stable as $$
  select exists (select from schools where id = school) or exists (select from deleted_records where record_id = school)
$$;
revoke execute on function may_have_texts(uuid) from public;

create or replace function forget_deleted_name() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if may_have_texts(old.school_id) then
    perform forget_name_in_texts(old.record_id, old.school_id, array[old.label]);
  end if;
  return old;
end $$;
create or replace function forget_deleted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if current_setting('app.restoring', true) = 'yes' then
    return null;
  end if;
  if old.subject = 'student' and may_have_texts(old.school_id) then
    perform forget_deleted_comments(old.record_id);
    perform forget_name_in_labels(old.school_id, name_pattern(names_of_no_other(old.record_id, old.school_id, array[old.label])));
  elsif old.subject = 'school' then
    delete from deleted_records where school_id = old.record_id;
  end if;
  return null;
end $$;
