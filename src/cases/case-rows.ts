import { dateAt, dateOrNull } from '../core/mod.ts'
import {
  bigint,
  integer,
  sql,
  table,
  text,
  timestamptz,
  type CasesRow,
  type Statement,
} from '../db/mod.ts'
import type { Case, CaseRow } from './case.ts'

const CASES = table<CasesRow, Case>('cases', {
  case_id: bigint((one) => one.caseId),
  partner_id: integer((one) => one.partnerId),
  order_no: bigint((one) => one.orderNo),
  item_no: integer((one) => one.itemNo),
  product_id: integer((one) => one.productId),
  kind: text((one) => one.kind),
  state: text((one) => one.state),
  reason: text((one) => one.reason),
  currency: text((one) => one.refund?.currency.code ?? null),
  amount_minor: bigint((one) => one.refund?.amountMinor ?? null),
  transfer_no: bigint((one) => one.refund?.transferNo ?? null),
  opened_by: text((one) => one.openedBy),
  opened_at: timestamptz((one) => dateAt(one.openedAt)),
  decided_by: text((one) => one.decision?.by ?? null),
  decided_at: timestamptz((one) => dateOrNull(one.decision?.at)),
  decision_reason: text((one) => one.decision?.reason ?? null),
})

export const CASE_COLUMNS = CASES.names

const ON_CONFLICT = sql<never>`
  on conflict (partner_id, case_id) do update
  set ${CASES.excluded('state', 'transfer_no', 'decided_by', 'decided_at', 'decision_reason')}`

/**
 * The idempotency key of a refund's transfer, in the scope `case`. It names the item, so no item is
 * refunded twice.
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
  return sql`${CASES.insert(cases)} ${ON_CONFLICT}`
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
    select item_cases.* from unnest(
      ${items.map(({ orderNo }) => orderNo)}::bigint[],
      ${items.map(({ itemNo }) => itemNo)}::integer[])
      as requested (requested_order, requested_item)
    cross join lateral (
      select ${CASE_COLUMNS} from cases
      where partner_id = ${partnerId} and order_no = requested_order and item_no = requested_item
        and state <> 'REJECTED'
      offset 0) as item_cases`
}
