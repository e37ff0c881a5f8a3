-- A link by which a calendar shows a school's tournaments without signing in. Only the SHA-256 hash of its token is stored. A
-- school has at most one; a new one ends the old one.
create table calendar_links (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null unique references schools on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  made_by uuid references users on delete set null,
  created_at timestamptz not null default now()
);
create index calendar_links_by_maker on calendar_links (made_by) where made_by is not null;
alter table calendar_links enable row level security;
grant select (id, school_id, made_by, created_at), insert (school_id, token_hash, made_by),
  update (token_hash, made_by, created_at), delete on calendar_links to courtside_app;
create policy read on calendar_links for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on calendar_links for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and made_by = (select app_user_id()));
create policy update_ on calendar_links for update to courtside_app using (school_id in (select app_managed_schools()))
  with check (made_by = (select app_user_id()));
create policy delete_ on calendar_links for delete to courtside_app using (school_id in (select app_managed_schools()));
create policy not_by_programs on calendar_links as restrictive to courtside_app using (not (select app_is_program()));

create trigger tell_new after insert on calendar_links referencing new table as changed
  for each statement execute function tell_change('calendarLink', 'school_id', 'id');
create trigger tell_changed after update on calendar_links referencing new table as changed
  for each statement execute function tell_change('calendarLink', 'school_id', 'id');
create trigger tell_gone after delete on calendar_links referencing old table as changed
  for each statement execute function tell_change('calendarLink', 'school_id', 'id');

-- The history says who made and who ended a link. It never contains the link.
create function record_calendar_link() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  link calendar_links := coalesce(new, old);
begin
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label)
    select app_user_id(), person.name, person.email, 'calendarLink', case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end,
      link.id, link.school_id, name_of_record('school', link.school_id)
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_change after insert or update of token_hash or delete on calendar_links for each row execute function record_calendar_link();
