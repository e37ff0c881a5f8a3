-- The status page. Everybody reads it, also signed out.
create table service_statuses (
  id uuid primary key default gen_random_uuid(),
  position integer not null unique,
  name trimmed_name not null,
  description text not null,
  status text not null check (status in ('operational', 'degraded', 'outage', 'maintenance')),
  uptime numeric(5, 2) not null check (uptime between 0 and 100),
  issues text,
  notice text,
  updated_at timestamptz not null default now()
);
alter table service_statuses enable row level security;
grant select, insert, update, delete on service_statuses to courtside_app;
create policy read on service_statuses for select to courtside_app using (true);
create policy create_ on service_statuses for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on service_statuses for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on service_statuses for delete to courtside_app using ((select app_is_super_admin()));

create table incidents (
  id uuid primary key default gen_random_uuid(),
  title trimmed_name not null,
  description text not null,
  status text not null check (status in ('investigating', 'completed')),
  started_at timestamptz not null default now()
);
alter table incidents enable row level security;
grant select, insert, update, delete on incidents to courtside_app;
create policy read on incidents for select to courtside_app using (true);
create policy create_ on incidents for insert to courtside_app with check ((select app_is_super_admin()));
create policy update_ on incidents for update to courtside_app using ((select app_is_super_admin()));
create policy delete_ on incidents for delete to courtside_app using ((select app_is_super_admin()));

insert into service_statuses (position, name, description, status, uptime, issues, notice) values
  (1, 'Case Management', 'Cases, witnesses and who may see them', 'operational', 99.98, null, null),
  (2, 'Scoring System', 'Ballots, scores and results', 'operational', 99.95, null, null),
  (3, 'Evidence Repository', 'Files and exhibits', 'degraded', 97.32, 'increased latency for file uploads', null),
  (4, 'Database', 'Where everything is kept', 'maintenance', 99.89, null, 'scheduled maintenance Thursdays 2-4 AM EST');
insert into incidents (title, description, status, started_at) values
  ('Evidence Upload Delays', 'Uploads of evidence take longer than usual. We are looking into it.', 'investigating', now()),
  ('Scheduled Maintenance', 'The weekly maintenance of the database was completed.', 'completed', now() - interval '2 days');
