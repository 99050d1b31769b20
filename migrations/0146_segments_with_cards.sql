-- How many codes of the segment have card accounts; null if none has. So a verification finds
-- accounts that are missing, also if all of a batch are.
alter table issued_segments add column card_count integer;
