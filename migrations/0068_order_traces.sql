-- Continues the trace of the request that placed the order, if that trace is exported.
alter table orders add column traceparent text;
