-- Deletes the comments on all of a student's parts, of which a round can have several. Skips students who are deleted with their
-- school, because its ballots are deleted too.
create or replace function forget_comments() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  with own as (
    select b.id, array_agg(p.part) as parts
      from round_parts p join rounds r on r.id = p.round_id join kept_ballots b on b.round_id = coalesce(r.shared_with, r.id)
      where p.student_id = old.id group by b.id)
  update ballot_scores x set comments = x.comments - own.parts from own where x.ballot_id = own.id and x.comments ?| own.parts;
  return old;
end $$;
drop trigger forget_comments on students;
create trigger forget_comments before delete on students for each row when (pg_trigger_depth() = 0)
  execute function forget_comments();

-- Who restored a record that is no longer deleted, so that a second person who tries to restore it can see the name. Null: the caller.
create function restored_by(of_record uuid) returns table (by_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select case when last.by_id is distinct from app_user_id() then coalesce(last.by_name, 'Somebody') end
    from (
      select * from changes
        where record_id = of_record and subject in ('school', 'user', 'case', 'team', 'student', 'tournament')
        order by id desc limit 1) as last
    where last.action = 'restore' and app_may_restore(last.subject, last.parent_id, last.at)
$$;
revoke execute on function restored_by(uuid) from public;
grant execute on function restored_by(uuid) to courtside_app;

-- Adds what a person deleted for good to the history, without a student's name.
alter table changes drop constraint changes_action_check,
  add constraint changes_action_check check (action in ('create', 'update', 'delete', 'restore', 'deleteForGood'));
create function record_deleted_for_good() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select person.id, person.name, person.email, old.subject, 'deleteForGood', old.record_id,
      case when old.subject in ('team', 'student', 'tournament') then old.school_id end,
      case old.subject when 'student' then 'Deleted student' else old.label end
    from users person where person.id = app_user_id();
  return null;
end $$;
-- Skips copies that are restored, and copies that a newer copy of the record or its school replaces.
create trigger record_deleted_for_good after delete on deleted_records for each row
  when (pg_trigger_depth() = 0 and current_setting('app.restoring', true) is distinct from 'yes')
  execute function record_deleted_for_good();
