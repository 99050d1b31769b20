-- The Idempotency-Key of the request for a quote, and its response, which is repeated for it.
alter table quotes add column idempotency_key uuid;
alter table quotes add column response text;
