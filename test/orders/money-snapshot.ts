import { sql, type Database } from '../../src/db/mod.ts'
import { reportMargin } from '../../src/reports/mod.ts'
import { SumsByCurrency, type Code } from './money-fixture.ts'

/** The sums of a partner's money in one currency, all read at one instant. */
export interface Snapshot {
  readonly currency: Code
  readonly posted: bigint
  readonly held: bigint
  readonly issued: bigint
  readonly discounts: bigint
  readonly fees: bigint
  readonly refunds: bigint
  readonly wallets: bigint
  readonly deposits: bigint
  /** The sums of holds and charges by the orders, instead of by the accounts. */
  readonly heldByOrders: bigint
  readonly chargedByOrders: bigint
}

/** Reads all sums in one statement, so they agree even while a worker writes. */
export async function snapshotOf(db: Database, partnerId: number): Promise<Snapshot[]> {
  const rows = await db.rows(sums(partnerId))
  return rows.map((row) => ({
    currency: row.currency,
    posted: big(row.posted),
    held: big(row.held),
    issued: big(row.issued),
    discounts: big(row.discounts),
    fees: big(row.fees),
    refunds: big(row.refunds),
    wallets: big(row.wallets),
    deposits: big(row.deposits),
    heldByOrders: big(row.held_by_orders),
    chargedByOrders: big(row.charged_by_orders),
  }))
}

function big(text: string | null): bigint {
  return BigInt(text ?? '0')
}

interface SumsRow {
  readonly currency: Code
  readonly posted: string | null
  readonly held: string | null
  readonly issued: string | null
  readonly discounts: string | null
  readonly fees: string | null
  readonly refunds: string | null
  readonly wallets: string | null
  readonly deposits: string | null
  readonly held_by_orders: string | null
  readonly charged_by_orders: string | null
}

function sums(partnerId: number): ReturnType<typeof sql<SumsRow>> {
  return sql<SumsRow>`
    select a.currency,
           sum(credits_posted - debits_posted) filter (where kind = 'funds')::text as posted,
           sum(debits_pending) filter (where kind = 'funds')::text as held,
           sum(credits_posted - debits_posted) filter (where kind = 'issued')::text as issued,
           sum(debits_posted - credits_posted) filter (where kind = 'discounts')::text as discounts,
           sum(credits_posted - debits_posted) filter (where kind = 'fees')::text as fees,
           sum(debits_posted - credits_posted) filter (where kind = 'refunds')::text as refunds,
           sum(credits_posted - debits_posted) filter (where kind = 'wallet')::text as wallets,
           sum(debits_posted - credits_posted) filter (where kind = 'deposits')::text as deposits,
           (select sum(total_minor - coalesce(discount_minor, 0) + coalesce(fee_minor, 0))::text
            from orders o
            where o.partner_id = ${partnerId} and o.currency = a.currency and o.hold_no is not null
              and o.status not in ('COMPLETED', 'CANCELLED')) as held_by_orders,
           (select sum(charged_minor)::text from orders o
            where o.partner_id = ${partnerId} and o.currency = a.currency
              and o.status in ('COMPLETED', 'CANCELLED')) as charged_by_orders
    from accounts a where a.partner_id = ${partnerId} group by a.currency`
}

/** Returns the charges and refunds of the margin report. */
export async function reportedCharges(db: Database, partnerId: number) {
  const charges = new SumsByCurrency()
  const refunds = new SumsByCurrency()
  const period = { fromMs: 0, beforeMs: 4_102_444_800_000, partnerId }
  for (const row of await reportMargin(db, { ...period, by: ['product'] })) {
    charges.add(row.currency.code as Code, row.chargedMinor)
    refunds.add(row.currency.code as Code, row.refundedMinor)
  }
  return { charges, refunds }
}

export interface StockCount {
  readonly imported: bigint
  readonly free: bigint
}

export async function stockCountOf(db: Database, productId: number): Promise<StockCount> {
  const [row] = await db.rows(sql<StockCount>`
    select coalesce((select sum(quantity) from stock_blocks where product_id = ${productId}), 0)
             ::bigint as imported,
           coalesce((select sum(quantity) from stock_free where product_id = ${productId}), 0)
             ::bigint as free`)
  if (!row) throw new Error('a count without a row')
  return row
}

/** Makes batches due, as if their back-off had passed. */
export async function hurry(db: Database, partnerId: number): Promise<void> {
  await db.rows(sql`
    update fulfillments set due_at = now()
    where partner_id = ${partnerId} and due_at > now() and lease_owner is null`)
}

/** Returns the number of batches that are due, or that a worker has leased. */
export async function underWay(db: Database, partnerId: number): Promise<number> {
  const [row] = await db.rows(sql<{ count: bigint }>`
    select count(*) as count from fulfillments
    where partner_id = ${partnerId} and due_at is not null
      and (due_at <= now() or lease_owner is not null)`)
  return Number(row?.count)
}
