-- A score sheet could be deleted at the same moment as a tournament or a ballot on it, whose copy was not there yet when it was looked for: the
-- tournament could no longer be restored. It is now looked for once the references to the sheet have been checked, which waits for such a deletion.
drop trigger refuse_needed_sheet on score_sheets;
create trigger refuse_needed_sheet after delete on score_sheets for each row when (pg_trigger_depth() = 0)
  execute function refuse_needed_sheet();
