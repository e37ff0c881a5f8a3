-- When the account of the person who kept a ballot is deleted or restored, nobody changes the ballot: it gets no new version. The undo of an
-- import kept such ballots as changed. The trigger is as in 010-ballots.sql, except for this.
create or replace trigger stamp_change before update on kept_ballots for each row
  when (old.import_id is not distinct from new.import_id and old.kept_by is not distinct from new.kept_by) execute function stamp_change();
