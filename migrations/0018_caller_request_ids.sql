-- The x-request-id that a caller sent. Its response repeats it, so that both sides have one id.

alter table requests add column caller_request_id text;

create index requests_by_caller_id on requests (caller_request_id, request_id)
where caller_request_id is not null;
