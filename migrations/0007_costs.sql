-- What a unit of a lot cost. Rows never change: a later one of the same lot and face value is what
-- units cost that are delivered from then on. Units that were delivered before any cost was known
-- have the first one.
create table lot_costs (
  product_id integer not null,
  lot text collate "C" not null,
  -- 0: all face values of the lot without a cost of their own.
  face_value_minor bigint not null,
  cost_no bigint generated always as identity,
  currency text collate "C" not null,
  unit_cost_minor bigint not null check (unit_cost_minor >= 0),
  purchase_order text,
  supplier text,
  recorded_at timestamptz not null,
  recorded_by text not null,
  primary key (product_id, lot, face_value_minor, cost_no)
);

-- Finds the orders that ended in a period. Their rows lie nearly in the order of time, so a few
-- pages of the index are enough, and an order adds nothing to it.
create index orders_by_status_time on orders using brin (status_since)
  with (pages_per_range = 32, autosummarize = on);
