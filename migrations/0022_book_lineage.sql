-- The version of a book and those before it, newest first, as long as only transfers lie between
-- them: who remembers a book as of one of these needs no more than the accounts of those transfers.
-- Another version at its head says nothing.
alter table books add column lineage bigint[] not null default '{}';
