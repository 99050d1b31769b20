import { dateAt, formatOrderId, invalidParameter, minorUnits, storedCurrency } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { formatTransferId } from '../ledger/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import { parseReference, referenceOf } from '../upstream/mod.ts'
import type { BookedRecord } from './compare.ts'

/** The currency and the period of a comparison: `fromMs` or later, before `beforeMs`. */
export interface Scope {
  readonly currency: string
  readonly fromMs: number
  readonly beforeMs: number
}

const RECORDS_MAX = 100_000

/**
 * Returns the deposits and reversals of the period, of one partner or of all, and those of any time
 * and currency that the file names. Reversals are negative.
 */
export async function loadDeposits(
  db: Db,
  { partnerId, ...scope }: Scope & { readonly partnerId: number | undefined },
  named: readonly string[],
): Promise<BookedRecord[]> {
  const rows = await db.rows(depositsOf(partnerId, scope, named))
  requireFew(rows)
  return rows.map((row) => {
    const id = formatTransferId(row.partner_id, row.transfer_no)
    return {
      id,
      references: [row.reference, id],
      currency: storedCurrency(row.currency),
      amountMinor: minorUnits(row.amount),
      isExpected: row.is_expected,
    }
  })
}

interface DepositRow {
  partner_id: number
  transfer_no: bigint
  reference: string
  currency: string
  amount: bigint
  is_expected: boolean
}

/**
 * Reads all deposits and reversals, because they are few among the transfers. Leaves out test
 * partners, whose play money is in no bank's file.
 */
export function depositsOf(
  partnerId: number | undefined,
  { currency, fromMs, beforeMs }: Scope,
  named: readonly string[],
): Statement<DepositRow> {
  const isInTime = sql`
    (funds.currency = ${currency}
      and t.created_at >= ${dateAt(fromMs)} and t.created_at < ${dateAt(beforeMs)})`
  const isLive = sql`and ${isOfLivePartner('t.partner_id')}`
  return sql`
    select t.partner_id, t.transfer_no, t.reference, funds.currency, ${isInTime} as is_expected,
           case t.code when 1 then t.amount else -t.amount end as amount
    from transfers t
    join accounts funds on funds.partner_id = t.partner_id
      and funds.account_id = case t.code when 1 then t.credit_account else t.debit_account end
    where t.code in (1, 2, 13) and t.code in (1, 2)
      ${partnerId === undefined ? isLive : sql`and t.partner_id = ${partnerId}`}
      and (${isInTime} or t.reference = any(${named}::text[]))
    order by t.partner_id, t.transfer_no
    limit ${RECORDS_MAX + 1}`
}

/**
 * Returns the purchases of the period at an upstream, and those of any time that the file names by
 * the upstream's order id or our reference. An undelivered purchase cost nothing.
 */
export async function loadPurchases(
  db: Db,
  { upstreamId, ...scope }: Scope & { readonly upstreamId: number },
  named: readonly string[],
): Promise<BookedRecord[]> {
  const rows = await db.rows(purchasesOf(upstreamId, scope, named))
  requireFew(rows)
  return rows.map((row) => {
    const [partnerId, orderNo] = [row.partner_id, Number(row.order_no)]
    const { batch_no: batchNo, reference } = row
    const ours = referenceOf({ partnerId, orderNo, batchNo, reference })
    return {
      id: formatOrderId({ partnerId, orderNo, createdMs: row.ordered_at.getTime() }),
      references: row.upstream_order_id === null ? [ours] : [row.upstream_order_id, ours],
      currency: storedCurrency(row.wallet_currency),
      amountMinor: minorUnits(row.cost),
      isExpected: row.is_in_time && row.cost > 0n,
    }
  })
}

interface PurchaseRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  reference: string
  upstream_order_id: string | null
  wallet_currency: string
  ordered_at: Date
  cost: bigint
  is_in_time: boolean
}

export function purchasesOf(
  upstreamId: number,
  { currency, fromMs, beforeMs }: Scope,
  named: readonly string[],
): Statement<PurchaseRow> {
  const references = named.flatMap((text) => parseReference(text)?.reference ?? [])
  const from = dateAt(fromMs)
  const before = dateAt(beforeMs)
  return sql`
    with found as (
      select p.partner_id, p.order_no, p.batch_no, p.purchase_no
      from unnest(array['PLACING', 'PLACED', 'CANCELLED', 'STOCKED', 'CLOSED', 'REFUSED'])
        as known (status)
      join upstream_purchases p on p.upstream_id = ${upstreamId} and p.status = known.status
        and p.begun_at >= ${from} and p.begun_at < ${before}
      union
      select p.partner_id, p.order_no, p.batch_no, p.purchase_no from upstream_purchases p
      where p.upstream_order_id = any(${named}::text[])
      union
      select p.partner_id, p.order_no, p.batch_no, p.purchase_no from upstream_purchases p
      where p.reference = any(${references}::uuid[]))
    select p.partner_id, p.order_no, p.batch_no, p.reference, p.upstream_order_id,
           p.wallet_currency, o.created_at as ordered_at,
           case when p.status in ('PLACED', 'STOCKED') then coalesce(p.cost_minor, 0) else 0 end
             as cost,
           (p.wallet_currency = ${currency} and p.begun_at >= ${from} and p.begun_at < ${before})
             as is_in_time
    from found
    join upstream_purchases p using (partner_id, order_no, batch_no, purchase_no)
    join orders o using (partner_id, order_no)
    where p.upstream_id = ${upstreamId}
      and (p.wallet_currency = ${currency} or p.upstream_order_id = any(${named}::text[])
        or p.reference = any(${references}::uuid[]))
    order by p.begun_at
    limit ${RECORDS_MAX + 1}`
}

function requireFew(rows: readonly unknown[]): void {
  if (rows.length <= RECORDS_MAX) return
  const message = `must be closer to from: more than ${RECORDS_MAX} entries are to be compared`
  throw invalidParameter('to', message)
}
