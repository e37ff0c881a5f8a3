-- The largest school of an installation could no longer be restored once PostgreSQL had counted the tables that its deletion had left empty: for each
-- part of a line-up it read all parts that were restored before, because a table without rows costs nothing to read.
alter function restore_deleted(uuid) set enable_seqscan = off;
