-- Requests that send more links than one group of a book writes. Their recipients wait here in
-- sealed parts: from before the money is moved until the links of the part are written.
create table link_parts (
  partner_id integer not null,
  parts_id uuid not null,
  part_no integer not null,
  sealed bytea not null,
  -- When the part is deleted, unless its links are accepted and not written yet.
  keep_until timestamptz not null,
  primary key (partner_id, parts_id, part_no)
);
create index link_parts_over on link_parts (keep_until);

-- The links of an accepted request that are not written yet, and what they set aside. `terms` has
-- what was decided about them when they were accepted.
alter table link_batches
  add column parts_id uuid,
  add column terms jsonb,
  add column waiting_count integer not null default 0,
  add column waiting_minor bigint not null default 0;
create index link_batches_waiting on link_batches (created_at) where waiting_count > 0;
