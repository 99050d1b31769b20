-- Rows that are kept for ever and hardly ever change are frozen by the first vacuum that sees them,
-- a million at a time. By default a vacuum comes when a tenth of the table is new, and the pages
-- are read and written again later to freeze them: in a table of billions, all at once.
-- docs/decisions/growth.md has the figures.
alter table transfers set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0);
alter table order_events set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0);
alter table order_lines set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0);
alter table issued_segments set (
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 1000000,
  autovacuum_freeze_min_age = 0);
