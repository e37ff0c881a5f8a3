-- Ranks could name a student who doesn't exist, or one of another school, whom that school could then no longer remove as unused. Students
-- whom the ballot ranked before may have been deleted since.
create function refuse_other_students() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  added constant uuid[] := array(select distinct (ranked #>> '{}')::uuid from jsonb_path_query(new.ranks, '$.*[*] ? (@ != null)') ranked
    where ranked not in (select jsonb_path_query(old.ranks, '$.*[*]')));
begin
  -- Locked, so that none is deleted as unused meanwhile.
  if current_setting('app.restoring', true) is distinct from 'yes' and cardinality(added) > (select count(*) from (
      select from students where id = any (added) and school_id = new.school_id order by id for key share) held) then
    raise exception 'the school has no such student' using errcode = '23503';
  end if;
  return new;
end $$;
create trigger refuse_other_students before insert or update of ranks on ballot_scores for each row
  when (new.ranks <> '{"attorney": [], "witness": []}') execute function refuse_other_students();
