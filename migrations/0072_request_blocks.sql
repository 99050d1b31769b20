-- Logged requests, many in a row: those of one credential that arrived in one second and were
-- written together. A day is a partition, as of `requests`, which has those logged before.
create table request_blocks (
  -- When the newest of them arrived.
  at timestamptz not null,
  -- The credential that they named; null for those that named none.
  client_id uuid,
  first_id uuid not null,
  last_id uuid not null,
  -- True if one of them has a response of status 400 or above.
  has_failures boolean not null,
  -- Hashes of the orders and the callers' ids that they have; null if they have none.
  marks integer[],
  -- The requests, as `requests/block-entries.ts` encodes them.
  entries bytea not null
) partition by range (at);

alter table request_blocks alter column entries set storage external;

create index request_blocks_by_id on request_blocks (last_id);
create index request_blocks_by_client on request_blocks (client_id, last_id);
create index request_blocks_failed on request_blocks (last_id) where has_failures;
create index request_blocks_failed_by_client on request_blocks (client_id, last_id)
where has_failures;
create index request_blocks_by_mark on request_blocks using gin (marks) where marks is not null;
