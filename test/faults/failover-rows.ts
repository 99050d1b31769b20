import { REFERENCE_SCOPES } from '../../src/ledger/chart.ts'
import type { Database } from '../../src/db/mod.ts'
import { expectNone } from './expect-none.ts'

/** Each statement finds rows that must not exist. */
const FAULTS = {
  'an order line has a rate that was never recorded': `
    select l.partner_id, l.order_no, l.rate_no, l.fx_rate from order_lines l
    join orders o using (partner_id, order_no)
    where l.product_currency <> o.currency and not exists (
      select from fx_rates r where (r.rate_no, r.rate) = (l.rate_no, l.fx_rate)
        and (r.from_currency, r.to_currency) = (l.product_currency, o.currency))`,
  'the price of an order is not that of its rate': `
    select o.partner_id, o.order_no, o.total_minor, o.charged_minor, priced.minor
    from orders o cross join lateral (
      select sum(round(l.face_value_minor * l.fx_rate) * l.quantity) as minor,
        bool_and(l.unit_cost_minor = round(l.face_value_minor * l.fx_rate)) as is_exact
      from order_lines l where (l.partner_id, l.order_no) = (o.partner_id, o.order_no)) as priced
    where not priced.is_exact or o.total_minor <> priced.minor
      or (o.status = 'COMPLETED' and o.charged_minor is distinct from o.total_minor)`,
  'an order line has a brand that its product never had': `
    select l.partner_id, l.order_no, l.product_id, l.brand from order_lines l
    where not exists (
        select from products p where (p.product_id, p.brand) = (l.product_id, l.brand))
      and not exists (
        select from audit_entries a where a.action like 'product.%'
          and a.after ->> 'productId' = l.product_id::text
          and l.brand in (a.before ->> 'brand', a.after ->> 'brand'))`,
  'an import says another number than is stored': `
    select i.import_id, i.state, i.imported, stored.codes, i.bytes, i.bytes_total
    from stock_imports i cross join lateral (
      select coalesce(sum(b.quantity), 0)::int as codes from stock_blocks b
      where (b.product_id, b.lot) = (i.product_id, i.lot)) as stored
    where not i.is_dry_run and (i.imported <> stored.codes
      or (i.state = 'DONE' and (i.bytes <> i.bytes_total
        or i.last_line - 1 <> i.imported + i.duplicates + i.rejected)))`,
  'codes of a block are neither free nor sold, or both': `
    with parts as (
      select product_id, block_id, first, quantity from stock_free
      union all select product_id, block_id, first, quantity from stock_held
      union all select stock_product_id, stock_block_id, stock_first, quantity
        from issued_segments where stock_block_id is not null
    ), joined as (
      select product_id, block_id, sum(quantity) as quantity,
        bool_or(is_shared) as is_shared
      from (select *, first < max(first + quantity) over (
              partition by product_id, block_id order by first
              rows between unbounded preceding and 1 preceding) as is_shared from parts) as ordered
      group by product_id, block_id)
    select b.product_id, b.block_id, b.quantity, joined.quantity as in_parts, joined.is_shared
    from stock_blocks b full join joined using (product_id, block_id)
    where joined.quantity is distinct from b.quantity or joined.is_shared`,
  'an order has other segments than its batches': `
    select b.partner_id, b.order_no, b.batch_no, b.status, b.quantity, issued.quantity as issued
    from fulfillments b cross join lateral (
      select coalesce(sum(p.quantity), 0)::int as quantity from issued_segments p
      where (p.partner_id, p.order_no, p.batch_no) = (b.partner_id, b.order_no, b.batch_no)
    ) as issued
    where issued.quantity <> case b.status when 'COMPLETED' then b.quantity else 0 end`,
  'a batch has not credited its wallet once, or a credit has no batch': `
    select b.partner_id, b.order_no, b.batch_no, b.status, t.transfer_no, t.amount
    from (select * from fulfillments where supplier = 'wallet' and status = 'COMPLETED') as b
    full join (select * from transfers where scope = ${REFERENCE_SCOPES.account_credit}) as t
      on t.partner_id = b.partner_id and t.reference = b.order_no || '-' || b.batch_no
    where b.quantity * b.face_value_minor is distinct from t.amount`,
  'a data key is missing that something was sealed with': `
    select distinct key_id from (
      select get_byte(sealed, 1)::bigint * 16777216 + get_byte(sealed, 2) * 65536
        + get_byte(sealed, 3) * 256 + get_byte(sealed, 4) as key_id
      from (select sealed from stock_blocks
            union all select sealed from issued_segments where sealed is not null
            union all select hmac_secret_sealed from credentials) as all_sealed) as used
    where not exists (select from vault_keys k where k.key_id = used.key_id)`,
}

/** Expects no faulty row. Valid only if all orders are done, and no import is under way. */
export async function expectRows(db: Database): Promise<void> {
  const violations: Record<string, unknown[]> = {}
  for (const [fault, statement] of Object.entries(FAULTS)) {
    const { rows } = await db.pool.query(`${statement} limit 5`)
    if (rows.length > 0) violations[fault] = rows
  }
  expectNone(Object.entries(violations))
}
