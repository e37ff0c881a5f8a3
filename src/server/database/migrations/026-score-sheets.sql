-- Score sheets (docs/sheets.md): those that are built in, and those that schools describe themselves. An edition never changes, because
-- papers were printed from it: an edit is the next one. Editions follow each other, and all of a sheet belong to one school.
create table score_sheets (
  -- A UUID for a school's own sheet. Built-in sheets have words, such as 'college-28', and no school.
  id text not null check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 40),
  school_id uuid references schools on delete cascade,
  -- Not `version`, which counts the changes of other records.
  edition smallint not null check (edition between 1 and 100),
  edition_before smallint generated always as (nullif(edition - 1, 0)) stored,
  title trimmed_name not null,
  -- Source, note, sides, sections with their rows, ties and ranks, as src/ballot/sheet/sheet.ts has them. The server checks its rules.
  description jsonb not null check (jsonb_typeof(description) = 'object' and octet_length(description::text) <= 65536),
  made_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  primary key (id, edition),
  unique (school_id, id, edition),
  foreign key (school_id, id, edition_before) references score_sheets (school_id, id, edition) on delete cascade
);
create index score_sheets_by_maker on score_sheets (made_by) where made_by is not null;
create index score_sheets_by_edition_before on score_sheets (school_id, id, edition_before);
create trigger refuse_beyond_limit after insert on score_sheets referencing new table as added
  for each statement execute function refuse_beyond_limit(200, 'school_id');
alter table score_sheets enable row level security;
grant select, insert (id, school_id, edition, title, description, made_by), delete on score_sheets to courtside_app;
create policy read on score_sheets for select to courtside_app using (school_id is null or school_id in (select app_schools()));
create policy create_ on score_sheets for insert to courtside_app
  with check (school_id in (select app_managed_schools()) and made_by = (select app_user_id()));
create policy delete_ on score_sheets for delete to courtside_app using (school_id in (select app_managed_schools()));

create trigger tell_new after insert on score_sheets referencing new table as changed
  for each statement execute function tell_change('sheet', 'school_id', 'id');
create trigger tell_gone after delete on score_sheets referencing old table as changed
  for each statement execute function tell_change('sheet', 'school_id', 'id');

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
