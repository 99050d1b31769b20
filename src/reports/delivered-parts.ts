import { sql, type Statement } from '../db/mod.ts'

/** The tables of cases and purchases, and the statement parts that must precede their first use. */
export interface Source {
  readonly parts: Statement<never>
  readonly cases: Statement<never>
  readonly purchases: Statement<never>
  readonly gathered: Statement<never>
}

/**
 * Purchases for batches at our accounts at suppliers. A batch is bought in parts. Its cost is
 * exact, in major units, and known if the costs of all parts are known.
 */
export const PURCHASES: Statement<never> = sql`(
  select c.partner_id, c.order_no, c.batch_no, min(c.account_id) as account_id,
    min(c.cost_currency) as cost_currency, sum(c.cost) as cost
  from supplier_creates c
  where c.status = 'DONE' and not c.released
  group by c.partner_id, c.order_no, c.batch_no
  having count(*) = count(c.cost) and min(c.cost_currency) = max(c.cost_currency)
    and min(c.account_id) = max(c.account_id))`

export const HERE: Source = {
  parts: sql`parts as`,
  cases: sql`cases`,
  purchases: PURCHASES,
  gathered: sql``,
}

/**
 * Returns common table expressions with the final, charged orders as `ended`. `from` is a part of a
 * statement that begins with `from` and names `orders` o.
 */
export function endedOrders(from: Statement<never>): Statement<never> {
  return sql`
    ended as materialized (
      select o.partner_id, o.order_no, o.currency, o.status, o.status_since as ended_at,
        o.created_at
      ${from} and o.status in ('COMPLETED', 'CANCELLED') and o.charged_minor > 0)`
}

/** The parts of the orders in `ended`, as the common table expression `charged_parts`. */
export function chargedParts(source: Source): Statement<never> {
  return sql`${deliveredParts(source)}, ${partsWithReplacements(source)}`
}

/**
 * Every charged part of the orders in `ended`: all parts of a COMPLETED order, and the irrevocable
 * parts of a CANCELLED order. The market rate of a line is locked with the order.
 */
function deliveredParts({ parts, gathered }: Source): Statement<never> {
  return sql`
    ${gathered} ${parts} (
      select o.partner_id, o.order_no, o.currency, o.ended_at, o.created_at, b.batch_no,
        b.supplier as batch_supplier, b.completed_at, s.first_item_no, s.quantity,
        s.stock_product_id,
        s.stock_block_id, l.product_id, l.brand, l.product_currency, l.face_value_minor,
        l.unit_cost_minor, l.discount_percent, coalesce(l.unit_fee_minor, 0) as unit_fee_minor,
        coalesce(l.market_rate, l.fx_rate) as rate,
        sum(s.quantity) over line as of_line, sum(s.quantity) over batch as of_batch,
        b.quantity as batch_quantity
      from ended o
      join order_lines l on l.partner_id = o.partner_id and l.order_no = o.order_no
      join fulfillments b on b.partner_id = o.partner_id and b.order_no = o.order_no
        and b.line_no = l.line_no and b.status = 'COMPLETED'
      join issued_segments s on s.partner_id = o.partner_id and s.order_no = o.order_no
        and s.batch_no = b.batch_no
      where o.status = 'COMPLETED' or l.is_irrevocable
      window line as (
          partition by o.partner_id, o.order_no, l.line_no order by s.first_item_no),
        batch as (partition by o.partner_id, o.order_no, b.batch_no order by s.first_item_no)
    ), delivered as (
      select *,
        quantity * unit_cost_minor as face, quantity * unit_fee_minor as fee,
        coalesce(round(of_line * unit_cost_minor * discount_percent / 100)
          - round((of_line - quantity) * unit_cost_minor * discount_percent / 100), 0) as discount
      from parts
    )`
}

/**
 * The delivered parts and the replacement codes of their items. A replacement is a part with no
 * units and no charge, at the cost of a unit of its own lot.
 */
function partsWithReplacements({ cases }: Source): Statement<never> {
  return sql`
    charged_parts as (
      select partner_id, order_no, currency, ended_at, created_at, batch_no, batch_supplier,
        completed_at, first_item_no, quantity, stock_product_id, stock_block_id, product_id, brand,
        product_currency, rate, of_batch, batch_quantity, quantity as units, face, fee, discount
      from delivered
      union all
      select d.partner_id, d.order_no, d.currency, d.ended_at, d.created_at, d.batch_no,
        d.batch_supplier, coalesce(c.decided_at, c.opened_at), d.first_item_no, 1, c.product_id,
        r.block_ids[1], d.product_id, d.brand, d.product_currency, d.rate, d.of_batch,
        d.batch_quantity, 0, 0, 0, 0
      from delivered d
      join ${cases} c on c.partner_id = d.partner_id and c.order_no = d.order_no
        and c.kind = 'replace' and c.state = 'DONE'
        and c.item_no between d.first_item_no and d.first_item_no + d.quantity - 1
      join stock_reservations r on r.product_id = c.product_id and r.partner_id = c.partner_id
        and r.order_no = c.order_no and r.batch_no = -c.item_no
    )`
}
