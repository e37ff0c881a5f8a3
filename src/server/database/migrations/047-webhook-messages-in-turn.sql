-- Servers take first attempts before those that failed.
create index webhook_deliveries_in_turn on webhook_deliveries (attempts, next_attempt_at) where state = 'waiting';
drop index webhook_deliveries_due;
