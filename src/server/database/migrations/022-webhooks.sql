-- Webhooks: addresses of other programs that hear of a school's changes. A change writes its events into webhook_deliveries in its
-- own transaction, so none is lost and none tells of a change that was rolled back. The table is also the queue from which servers
-- deliver (src/server/webhooks/deliveries.ts).
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references schools on delete cascade,
  url text not null check (url ~ '^https?://' and char_length(url) <= 2000 and url !~ '[[:cntrl:][:space:]]'),
  -- Signs each message, so it can't be a hash. The role of the application never reads it.
  secret bytea not null check (octet_length(secret) = 32),
  -- After a renewal, the one before signs as well for a day, so that the receiver has time to change it.
  previous_secret bytea,
  previous_until timestamptz,
  made_by uuid references users on delete set null,
  -- Null: it is on.
  off_since timestamptz,
  off_reason text check (off_reason in ('person', 'failures')),
  created_at timestamptz not null default now(),
  unique (id, school_id),
  check ((off_since is null) = (off_reason is null))
);
create index webhooks_by_school on webhooks (school_id);
create index webhooks_by_maker on webhooks (made_by) where made_by is not null;
create trigger refuse_beyond_limit after insert on webhooks referencing new table as added
  for each statement execute function refuse_beyond_limit(5, 'school_id');
alter table webhooks enable row level security;
grant select (id, school_id, url, made_by, off_since, off_reason, created_at, previous_until), insert (school_id, url, secret, made_by),
  update (secret, off_since, off_reason), delete on webhooks to courtside_app;
create policy read on webhooks for select to courtside_app using (school_id in (select app_primary_schools()));
create policy create_ on webhooks for insert to courtside_app
  with check (school_id in (select app_primary_schools()) and made_by = (select app_user_id()));
create policy update_ on webhooks for update to courtside_app using (school_id in (select app_primary_schools()));
create policy delete_ on webhooks for delete to courtside_app using (school_id in (select app_primary_schools()));

create table webhook_deliveries (
  -- The id of the message. It stays the same when the message is sent again.
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null,
  school_id uuid not null,
  type text not null check (type in ('ballot.kept', 'round.changed', 'access_request.created', 'test')),
  -- Ids and facts, never a name or a score.
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- A transaction tells of a record once, however many statements change it.
  about text not null,
  transaction text not null default pg_current_xact_id()::text,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts smallint not null default 0,
  -- While a server sends it: when another one may, because that server must have died.
  next_attempt_at timestamptz not null default now(),
  -- What came of the last attempt: the answer's status and first bytes, or the problem.
  attempted_at timestamptz,
  status smallint,
  answer text,
  problem text,
  took_ms integer,
  unique (webhook_id, type, about, transaction),
  foreign key (webhook_id, school_id) references webhooks (id, school_id) on delete cascade
);
-- Servers take first attempts before those that failed.
create index webhook_deliveries_in_turn on webhook_deliveries (attempts, next_attempt_at) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (webhook_id, created_at desc, id);
alter table webhook_deliveries enable row level security;
grant select, insert (webhook_id, school_id, type, data, about) on webhook_deliveries to courtside_app;
create policy read on webhook_deliveries for select to courtside_app using (school_id in (select app_primary_schools()));
-- A person only sends a test.
create policy create_ on webhook_deliveries for insert to courtside_app
  with check (school_id in (select app_primary_schools()) and type = 'test');

create function keep_previous_secret() returns trigger language plpgsql as $$
begin
  new.previous_secret := old.secret;
  new.previous_until := now() + interval '1 day';
  return new;
end $$;
create trigger keep_previous_secret before update of secret on webhooks for each row execute function keep_previous_secret();

-- What waits is not sent once somebody, or the server, turns the webhook off.
create function drop_waiting_deliveries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update webhook_deliveries set state = 'failed', problem = 'The webhook was turned off.' where webhook_id = new.id and state = 'waiting';
  return null;
end $$;
create trigger drop_waiting after update of off_since on webhooks for each row
  when (old.off_since is null and new.off_since is not null) execute function drop_waiting_deliveries();

-- The history says who added, changed and deleted a webhook, and that the server turned it off. It names the host and never the rest of
-- the address, which can be a secret.
create function record_webhook() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  webhook webhooks := coalesce(new, old);
  details jsonb;
begin
  if tg_op = 'UPDATE' then
    details := case when new.secret <> old.secret then '{"secret": "renewed"}'
      when new.off_since is null then '{"state": "on"}'
      when new.off_reason = 'failures' then '{"state": "off after repeated failures"}'
      else '{"state": "off"}' end;
  end if;
  insert into changes (by_id, by_name, by_email, subject, action, record_id, parent_id, label, after)
    select app_user_id(), person.name, person.email, 'webhook',
      case tg_op when 'INSERT' then 'create' when 'UPDATE' then 'update' else 'delete' end, webhook.id, webhook.school_id,
      substring(webhook.url from '^https?://([^/?#]*)') || ' of ' || name_of_record('school', webhook.school_id), details
    from (select app_user_id() as id) asker left join users person on person.id = asker.id;
  return null;
end $$;
create trigger record_new after insert or delete on webhooks for each row execute function record_webhook();
create trigger record_change after update of secret, off_since on webhooks for each row
  when (old.secret <> new.secret or (old.off_since is null) <> (new.off_since is null)) execute function record_webhook();

create trigger tell_new after insert on webhooks referencing new table as changed
  for each statement execute function tell_change('webhook', 'school_id', 'id');
create trigger tell_changed after update on webhooks referencing new table as changed
  for each statement execute function tell_change('webhook', 'school_id', 'id');
create trigger tell_gone after delete on webhooks referencing old table as changed
  for each statement execute function tell_change('webhook', 'school_id', 'id');
-- Wakes the servers that deliver.
create trigger tell_new after insert on webhook_deliveries referencing new table as changed
  for each statement execute function tell_change('webhookDelivery', 'school_id', 'webhook_id');
-- Not for a server that begins to send.
create function tell_delivery() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes', json_build_array('webhookDelivery', new.school_id, new.webhook_id)::text);
  return null;
end $$;
create trigger tell_changed after update on webhook_deliveries for each row
  when (old.attempted_at is distinct from new.attempted_at or old.state <> new.state) execute function tell_delivery();

-- The changes of `old table` and `new table` as events. Arguments: the type, the record's id, the facts about it, and the condition, as
-- expressions over the row `c` (and `o`, the row before an update). Many records of a statement, such as an import's, are one event
-- that names none of them.
create function write_webhook_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  most constant integer := 20;
begin
  if not exists (select from webhooks where off_since is null) then
    return null;
  end if;
  execute format('
    with told as (select c.school_id as school, (%2$s)::text as record, %3$s as facts from %4$s),
      counted as (select school, count(distinct record) as records from told group by school)
    insert into webhook_deliveries (webhook_id, school_id, type, about, data)
      select distinct on (w.id, about) w.id, w.school_id, %1$L, case when records <= %5$s then record else ''many'' end as about,
          jsonb_build_object(''schoolId'', school) || case when records <= %5$s then facts else ''{"many": true}'' end
        from told join counted using (school) join webhooks w on w.school_id = told.school and w.off_since is null
        order by w.id, about
      on conflict (webhook_id, type, about, transaction) do update set data = excluded.data
        where excluded.data ->> ''change'' = ''deleted''',
    tg_argv[0], tg_argv[1], tg_argv[2], tg_argv[3], most);
  return null;
end $$;

-- Programs that call with an access token have nothing to do with webhooks, whose secrets let other programs in.
create policy not_by_programs on webhooks as restrictive to courtside_app using (not (select app_is_program()));
create policy not_by_programs on webhook_deliveries as restrictive to courtside_app using (not (select app_is_program()));

do $$
declare
  round_facts constant text := 'jsonb_build_object(''roundId'', c.id, ''tournamentId'', c.tournament_id, ''change'', %L)';
  part_facts constant text := 'jsonb_build_object(''roundId'', c.round_id, ''change'', ''changed'', ''tournamentId'',
    (select r.tournament_id from rounds r where r.id = c.round_id))';
  -- Stamps are no change, nor is the import that a record came with.
  differs constant text := '(to_jsonb(c) - array[''version'', ''updated_at'', ''import_id'']) <> (to_jsonb(o) - array[''version'', ''updated_at'', ''import_id''])';
begin
  execute format('create trigger write_events after insert on kept_ballots referencing new table as changed
    for each statement execute function write_webhook_events(''ballot.kept'', ''c.id'', %L, ''changed c'')',
    'jsonb_build_object(''ballotId'', c.id, ''roundId'', c.round_id, ''tournamentId'', (select r.tournament_id from rounds r where r.id = c.round_id),
      ''number'', c.number, ''source'', c.source)');
  execute format('create trigger write_new_events after insert on rounds referencing new table as changed
    for each statement execute function write_webhook_events(''round.changed'', ''c.id'', %L, ''changed c'')', format(round_facts, 'added'));
  execute format('create trigger write_changed_events after update on rounds referencing new table as changed old table as before
    for each statement execute function write_webhook_events(''round.changed'', ''c.id'', %L, %L)', format(round_facts, 'changed'),
    'changed c join before o using (id) where ' || differs);
  execute format('create trigger write_gone_events after delete on rounds referencing old table as changed
    for each statement execute function write_webhook_events(''round.changed'', ''c.id'', %L, ''changed c'')', format(round_facts, 'deleted'));
  execute format('create trigger write_new_events after insert on round_parts referencing new table as changed
    for each statement execute function write_webhook_events(''round.changed'', ''c.round_id'', %L, ''changed c'')', part_facts);
  execute format('create trigger write_changed_events after update on round_parts referencing new table as changed old table as before
    for each statement execute function write_webhook_events(''round.changed'', ''c.round_id'', %L, %L)', part_facts,
    'changed c join before o using (round_id, part) where ' || differs);
  execute format('create trigger write_gone_events after delete on round_parts referencing old table as changed
    for each statement execute function write_webhook_events(''round.changed'', ''c.round_id'', %L, ''changed c'')', part_facts);
  execute format('create trigger write_events after insert on access_requests referencing new table as changed
    for each statement execute function write_webhook_events(''access_request.created'', ''c.id'', %L, ''changed c'')',
    'jsonb_build_object(''requestId'', c.id)');
end $$;
