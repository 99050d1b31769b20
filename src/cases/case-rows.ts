import { dateAt, dateOrNull } from '../core/mod.ts'
import { Columns, sql, type Statement } from '../db/mod.ts'
import type { Case, CaseRow } from './case.ts'

export const CASE_COLUMNS = sql.raw(
  `case_id, partner_id, order_no, item_no, product_id, kind, state, reason, currency,
   amount_minor, transfer_no, opened_by, opened_at, decided_by, decided_at, decision_reason`,
)

const CASES = new Columns<Case>([
  ['bigint', (one) => one.caseId],
  ['integer', (one) => one.partnerId],
  ['bigint', (one) => one.orderNo],
  ['integer', (one) => one.itemNo],
  ['integer', (one) => one.productId],
  ['text', (one) => one.kind],
  ['text', (one) => one.state],
  ['text', (one) => one.reason],
  ['text', (one) => one.refund?.currency.code ?? null],
  ['bigint', (one) => one.refund?.amountMinor ?? null],
  ['bigint', (one) => one.refund?.transferNo ?? null],
  ['text', (one) => one.openedBy],
  ['timestamptz', (one) => dateAt(one.openedAt)],
  ['text', (one) => one.decision?.by ?? null],
  ['timestamptz', (one) => dateOrNull(one.decision?.at)],
  ['text', (one) => one.decision?.reason ?? null],
])

/**
 * The key of the transfer of a refund in the scope `case`: the item, so no item is refunded twice.
 */
export function refundReference({ orderNo, itemNo }: ItemKey): string {
  return `${orderNo}:${itemNo}`
}

/** Returns the item that `refundReference` names. */
export function itemOfRefund(reference: string): ItemKey | undefined {
  const [, orderNo, itemNo] = /^([1-9]\d{0,14}):([1-9]\d{0,8})$/.exec(reference) ?? []
  return orderNo === undefined ? undefined : { orderNo: Number(orderNo), itemNo: Number(itemNo) }
}

/** Inserts new cases, and writes the decisions on the others. The book is locked. */
export function writeCases(cases: readonly Case[]): Statement<never> {
  return sql`
    insert into cases (${CASE_COLUMNS})
    select * from ${CASES.rows(cases)} as given
    on conflict (partner_id, case_id) do update
    set state = excluded.state, transfer_no = excluded.transfer_no,
        decided_by = excluded.decided_by, decided_at = excluded.decided_at,
        decision_reason = excluded.decision_reason`
}

/** An item of a partner's order. */
export interface ItemKey {
  readonly orderNo: number
  readonly itemNo: number
}

/** Returns the cases of these items that were not rejected, and those with these ids. */
export function casesOfItems(
  partnerId: number,
  items: readonly ItemKey[],
  caseIds: readonly number[],
): Statement<CaseRow> {
  return sql`
    select ${CASE_COLUMNS} from cases
    where case_id = any(${caseIds}::bigint[]) and partner_id = ${partnerId}
    union
    select found.* from unnest(
      ${items.map(({ orderNo }) => orderNo)}::bigint[],
      ${items.map(({ itemNo }) => itemNo)}::integer[]) as wanted (wanted_order, wanted_item)
    cross join lateral (
      select ${CASE_COLUMNS} from cases
      where partner_id = ${partnerId} and order_no = wanted_order and item_no = wanted_item
        and state <> 'REJECTED'
      offset 0) as found`
}
