-- Three more changes are announced (013-change-events.sql), and a renewed secret can be told from the one before.

-- A person's sessions, access tokens and second factor, to the person alone.
create function tell_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes',
    json_build_array('account', null, case tg_op when 'DELETE' then old.user_id else new.user_id end)::text);
  return null;
end $$;
create trigger tell_account after insert or delete on sessions for each row execute function tell_account();
create trigger tell_account after insert or delete on access_tokens for each row execute function tell_account();
create trigger tell_account after update of confirmed_at or delete on second_factors for each row execute function tell_account();

-- What super admins see in the history alone: it has no announcement of its own.
create function tell_history() returns trigger language plpgsql as $$
begin
  perform pg_notify('courtside_changes', json_build_array('change', null, null)::text);
  return null;
end $$;
create trigger tell_history after insert on changes for each row
  when (new.subject in ('passwordReset', 'session', 'secondFactor', 'signOnLink', 'accessToken')) execute function tell_history();

-- The new name of a school, to the people who have asked for access to it.
create function tell_requesters() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_notify('courtside_changes', json_build_array('accessRequest', school_id, user_id)::text)
    from access_requests where school_id = new.id;
  return null;
end $$;
create trigger tell_requesters after update on schools for each row
  when (old.name is distinct from new.name) execute function tell_requesters();

-- When the last renewal was, plus a day (022-webhooks.sql).
grant select (previous_until) on webhooks to courtside_app;
