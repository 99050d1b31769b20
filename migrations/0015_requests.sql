-- What partners requested in the last days. A day is a partition, and is dropped as a whole.

create table requests (
  -- Its first 48 bits are the time of arrival in milliseconds, which `at` repeats.
  request_id uuid not null,
  at timestamptz not null,
  -- The credential that the request named, whether or not it was authenticated.
  client_id uuid,
  is_authenticated boolean not null,
  method text not null,
  -- Without the query.
  path text not null,
  -- Null if the client disconnected before the response.
  status integer,
  -- The code of the error response.
  code text,
  micros bigint not null,
  address text not null,
  -- The order that the request made or repeated.
  order_id text,
  -- Of a refused authentication: which check failed, what the caller was told, and the text whose
  -- signature was expected.
  failed_check text,
  failure text,
  string_to_sign text
) partition by range (at);

create index requests_by_id on requests (request_id);
create index requests_by_client on requests (client_id, request_id);
create index requests_failed on requests (request_id) where status >= 400;
create index requests_failed_by_client on requests (client_id, request_id) where status >= 400;
create index requests_by_order on requests (order_id, request_id) where order_id is not null;
