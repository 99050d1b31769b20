import { sql, type Statement } from '../db/mod.ts'

/**
 * The costs of lots that no correction has replaced. A correction counts as known since the first
 * cost of its chain was recorded, and sorts by the number of that cost. A cost without an effective
 * time, from an earlier version, is in force from the beginning.
 */
export const CURRENT_COSTS: Statement<never> = sql`(
  select c.product_id, c.lot, c.face_value_minor, c.cost_no, c.currency, c.unit_cost_minor,
    c.supplier, coalesce(c.effective_at, '-infinity') as effective_at,
    coalesce(original.recorded_at, c.recorded_at) as known_at,
    coalesce(c.original_no, c.cost_no) as original_no, c.corrects is not null as is_corrected
  from lot_costs c
  left join lot_costs original on original.product_id = c.product_id and original.lot = c.lot
    and original.face_value_minor = c.face_value_minor and original.cost_no = c.original_no
  where not exists (
    select from lot_costs later
    where later.product_id = c.product_id and later.lot = c.lot
      and later.face_value_minor = c.face_value_minor and later.corrects = c.cost_no))`
