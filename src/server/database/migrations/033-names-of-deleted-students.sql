-- Looking for the names of all students of an undone import took PostgreSQL longer than a call may, if there were many. Only a deleted
-- student's names are looked for when the copy is deleted for good. The function is as in 032-former-names.sql, except for its subject.
create or replace function keep_names() returns trigger language plpgsql as $$
begin
  update deleted_records set names = names_in_rows(new.rows) where record_id = new.record_id and subject = 'student';
  return null;
end $$;
update deleted_records set names = null where subject <> 'student';
