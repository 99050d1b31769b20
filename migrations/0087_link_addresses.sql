-- A keyed hash of the address of a link, by which an erasure finds it.
alter table links add column email_blind bytea;
