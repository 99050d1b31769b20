-- From when on a cost is in force, and the cost that it corrects. Null `effective_at`: of before,
-- in force from when it was recorded on and for what was delivered earlier without any cost. A
-- correction names the first cost of its chain too, since it stands in its place.
alter table lot_costs
  add column effective_at timestamptz,
  add column corrects bigint,
  add column original_no bigint,
  add column reason text;
