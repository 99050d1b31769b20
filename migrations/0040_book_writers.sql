-- The processes that write to a book, the latest first, and behind each the version that its last
-- group under the lock has drawn: a group whose COMMIT gets no response is found by it.
alter table books add column writers bigint[] not null default '{}';
