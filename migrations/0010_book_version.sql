-- Drawn anew by each group that changes a book: who remembers a book as of one version writes to it
-- only while it still has that version.
alter table books add column version bigint not null default 0;
