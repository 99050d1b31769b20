-- One row for each change of an order's status, written by the statement that changes it: the
-- outbox of everything that follows orders. Orders that are older than this table have events from
-- their next change on.
create table order_events (
  partner_id integer not null,
  order_no bigint not null,
  -- 1, 2, 3, ... within the order.
  event_no integer not null,
  -- Null: the order was placed.
  from_status text,
  to_status text not null,
  -- By the clock of the process that made the change, as orders.status_since.
  occurred_at timestamptz not null,
  -- Why the order was cancelled.
  reason text,
  -- Whose money an order ON_HOLD waits for: the partner's, or ours at a supplier.
  held_for text check (held_for in ('funds', 'supplier')),
  -- The transaction that made the change: a reader finds by it what was committed between two of
  -- its snapshots.
  tx_id xid8 not null default pg_current_xact_id(),
  primary key (partner_id, order_no, event_no),
  check ((to_status = 'ON_HOLD') = (held_for is not null))
);

-- The number of the order's last event; 0 where it has none yet.
alter table orders add column last_event integer not null default 0;
