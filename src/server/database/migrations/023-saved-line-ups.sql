-- Line-ups that a school's staff has saved under a name, to begin a round with. Each belongs to a team and a side. Its parts never
-- change: a better line-up is saved anew.
create table saved_line_ups (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  team_id uuid not null,
  side text not null check (side in ('p', 'd')),
  name trimmed_name not null,
  created_at timestamptz not null default now(),
  sort_name text collate "C" not null generated always as (searchable(name)) stored,
  unique (team_id, side, sort_name),
  unique (id, school_id),
  foreign key (team_id, school_id) references teams (id, school_id) on delete cascade
);
create index saved_line_ups_by_school on saved_line_ups (school_id, team_id);
create trigger refuse_beyond_limit after insert on saved_line_ups referencing new table as added
  for each statement execute function refuse_beyond_limit(200, 'school_id');
alter table saved_line_ups enable row level security;
grant select, insert, update (name), delete on saved_line_ups to courtside_app;
create policy read on saved_line_ups for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on saved_line_ups for insert to courtside_app with check (school_id in (select app_managed_schools()));
create policy update_ on saved_line_ups for update to courtside_app using (school_id in (select app_managed_schools()));
create policy delete_ on saved_line_ups for delete to courtside_app using (school_id in (select app_managed_schools()));

create table saved_line_up_parts (
  line_up_id uuid not null,
  part text not null check (is_part(part)),
  school_id uuid not null,
  student_id uuid,
  witness_id uuid references witnesses on delete set null,
  primary key (line_up_id, part),
  foreign key (line_up_id, school_id) references saved_line_ups (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references students (id, school_id) on delete set null (student_id)
);
create index saved_line_up_parts_by_student on saved_line_up_parts (student_id) where student_id is not null;
create index saved_line_up_parts_by_witness on saved_line_up_parts (witness_id) where witness_id is not null;
alter table saved_line_up_parts enable row level security;
grant select, insert, update (student_id, witness_id), delete on saved_line_up_parts to courtside_app;
create policy read on saved_line_up_parts for select to courtside_app using (school_id in (select app_managed_schools()));
create policy create_ on saved_line_up_parts for insert to courtside_app with check (school_id in (select app_managed_schools()));
create policy update_ on saved_line_up_parts for update to courtside_app using (school_id in (select app_managed_schools()));
create policy delete_ on saved_line_up_parts for delete to courtside_app using (school_id in (select app_managed_schools()));

do $$
declare
  told text[];
begin
  foreach told slice 1 in array array[['saved_line_ups', 'id'], ['saved_line_up_parts', 'line_up_id']] loop
    execute format('create trigger tell_new after insert on %I referencing new table as changed
      for each statement execute function tell_change(''lineUp'', ''school_id'', %L)', told[1], told[2]);
    execute format('create trigger tell_changed after update on %I referencing new table as changed
      for each statement execute function tell_change(''lineUp'', ''school_id'', %L)', told[1], told[2]);
    execute format('create trigger tell_gone after delete on %I referencing old table as changed
      for each statement execute function tell_change(''lineUp'', ''school_id'', %L)', told[1], told[2]);
  end loop;
end $$;

-- Deleting a case first locks the seasons that use it, as other deletions do. Otherwise it could deadlock with the deletion of a team that has
-- saved a line-up with one of the case's witnesses.
create function hold_seasons_with_case(of_case uuid) returns void language sql security definer set search_path = public, pg_temp as $$
  select from season_books where app_is_db_manager() and school_id in (
      select school_id from tournaments where case_id = of_case
      union
      select school_id from rounds where case_id = of_case
      union
      select p.school_id from witnesses w join round_parts p on p.witness_id = w.id where w.case_id = of_case
      union
      select p.school_id from witnesses w join saved_line_up_parts p on p.witness_id = w.id where w.case_id = of_case)
    order by school_id for update
$$;
revoke execute on function hold_seasons_with_case(uuid) from public;
grant execute on function hold_seasons_with_case(uuid) to courtside_app;
