-- Texts keep a name that another student of the school has, too. The function compared each other student's name with itself, so it
-- removed nothing in a school with two students.
do $$
declare
  definition text := pg_get_functiondef('forget_name'::regproc);
  patched text := replace(definition, 'select name from unnest(names) name where not exists (
    select from students s where s.school_id = school and s.sort_name = searchable(name) and s.id <> student)',
    'select given.name from unnest(names) as given (name) where not exists (
    select from students s where s.school_id = school and s.sort_name = searchable(given.name) and s.id <> student)');
begin
  if patched = definition then
    raise exception 'forget_name is not as it was expected';
  end if;
  execute patched;
end $$;
