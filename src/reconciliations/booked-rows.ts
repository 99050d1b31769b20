import { minorOf, referenceThere, uuidOfReference, type ReferenceForm } from '../connectors/mod.ts'
import { dateAt, formatOrderId, invalidParameter, minorUnits, storedCurrency } from '../core/mod.ts'
import { sql, type Db, type Statement } from '../db/mod.ts'
import { formatTransferId } from '../ledger/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'
import type { BookedRecord } from './compare.ts'

/** The currency and the period of a comparison: `fromMs` or later, before `beforeMs`. */
export interface Scope {
  readonly currency: string
  readonly fromMs: number
  readonly beforeMs: number
}

const RECORDS_MAX = 100_000

/**
 * Returns the deposits and reversals of the period, of one partner or of all. Also returns those
 * that the file names, of any time and currency. Reversals are negative.
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

/** Our account at a supplier, whose purchases are compared. */
export interface PurchaseAccount {
  readonly accountId: number
  readonly referenceForm: ReferenceForm
}

/**
 * Returns the purchases of the period at an account. Also returns those of any time that the file
 * names, by the supplier's order id or our reference. An undelivered purchase cost nothing.
 */
export async function loadPurchases(
  db: Db,
  { account, ...scope }: Scope & { readonly account: PurchaseAccount },
  named: readonly string[],
): Promise<BookedRecord[]> {
  const rows = await db.rows(purchasesOf(account.accountId, scope, named))
  requireFew(rows)
  return rows.map((row) => {
    const [partnerId, orderNo] = [row.partner_id, Number(row.order_no)]
    const { batch_no: batchNo, reference, cost } = row
    const ours = referenceThere({ partnerId, orderNo, batchNo, reference }, account.referenceForm)
    const currency = storedCurrency(row.cost_currency ?? scope.currency)
    const amountMinor = minorUnits(cost === null ? 0n : minorOf(cost, currency))
    return {
      id: formatOrderId({ partnerId, orderNo, createdMs: row.ordered_at.getTime() }),
      references: row.theirs === null ? [ours] : [row.theirs, ours],
      currency,
      amountMinor,
      isExpected: row.is_in_time && amountMinor > 0n,
    }
  })
}

interface PurchaseRow {
  partner_id: number
  order_no: bigint
  batch_no: number
  reference: string
  theirs: string | null
  cost_currency: string | null
  ordered_at: Date
  /** As decimal text. */
  cost: string | null
  is_in_time: boolean
}

export function purchasesOf(
  accountId: number,
  { currency, fromMs, beforeMs }: Scope,
  named: readonly string[],
): Statement<PurchaseRow> {
  const ourReferences = named.flatMap((text) => uuidOfReference(text) ?? [])
  const from = dateAt(fromMs)
  const before = dateAt(beforeMs)
  const key = sql.raw('c.partner_id, c.order_no, c.batch_no, c.first_unit, c.create_no')
  return sql`
    with purchases as (
      select ${key} from supplier_creates c
      where c.account_id = ${accountId} and c.begun_at >= ${from} and c.begun_at < ${before}
      union
      select ${key} from supplier_creates c where c.theirs = any(${named}::text[])
      union
      select ${key} from supplier_creates c where c.reference = any(${ourReferences}::uuid[]))
    select c.partner_id, c.order_no, c.batch_no, c.reference, c.theirs, c.cost_currency,
           o.created_at as ordered_at,
           case when c.status in ('DONE', 'STOCKED') then trim_scale(c.cost)::text end as cost,
           (c.cost_currency = ${currency} and c.begun_at >= ${from} and c.begun_at < ${before})
             is true as is_in_time
    from purchases
    join supplier_creates c using (partner_id, order_no, batch_no, first_unit, create_no)
    join orders o using (partner_id, order_no)
    where c.account_id = ${accountId}
      and (coalesce(c.cost_currency, ${currency}) = ${currency}
        or c.theirs = any(${named}::text[]) or c.reference = any(${ourReferences}::uuid[]))
    order by c.begun_at
    limit ${RECORDS_MAX + 1}`
}

function requireFew(rows: readonly unknown[]): void {
  if (rows.length <= RECORDS_MAX) return
  const message = `must be closer to from: more than ${RECORDS_MAX} entries are to be compared`
  throw invalidParameter('to', message)
}
