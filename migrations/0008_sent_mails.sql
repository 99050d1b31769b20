-- The outbox keeps what is to be sent, and what was given up: a credit behind its book's cursor
-- that has no row here was told.
delete from notifications where status = 'SENT';
