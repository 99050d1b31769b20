import { offsetOf, partnerOfId, type Page, type PageRequest } from '../core/mod.ts'
import {
  and,
  between,
  equals,
  list,
  ListOrders,
  maybeRow,
  oneRow,
  sql,
  type Sort,
  type Db,
  type Statement,
  type TimeRange,
  twinned,
} from '../db/mod.ts'
import type { RecordedTransfer } from '../ledger/mod.ts'
import type { Order } from '../orders/mod.ts'
import { CASE_COLUMNS, itemOfRefund } from './case-rows.ts'
import {
  CASE_KINDS,
  CASE_STATES,
  toCase,
  type Case,
  type CaseKind,
  type CaseRow,
  type CaseState,
} from './case.ts'

export async function findCase(db: Db, caseId: number): Promise<Case | undefined> {
  const row = await maybeRow(db, caseById(caseId))
  return row && toCase(row)
}

/**
 * Returns the case that a transfer refunded, found by the item in the reference of the transfer.
 */
export async function findCaseOfTransfer(
  db: Db,
  { partnerId, number, reference = '' }: RecordedTransfer,
): Promise<Case | undefined> {
  const item = itemOfRefund(reference)
  const cases = item ? await doneCasesOfItem(db, { partnerId, ...item }) : []
  return cases.find(({ refund }) => refund?.transferNo === number)
}

/**
 * Returns a page of the cases of an order, newest first: the ids of a partner ascend as its cases
 * are opened.
 */
export const listOrderCases = list({
  from: 'cases',
  columns: CASE_COLUMNS,
  where: ({ partnerId, orderNo }: Pick<Order, 'partnerId' | 'orderNo'>) => [
    equals('partner_id', partnerId),
    equals('order_no', orderNo),
  ],
  order: 'case_id desc',
  to: toCase,
})

/** Returns the DONE cases of an item, newest first. */
export async function doneCasesOfItem(
  db: Db,
  item: Pick<Case, 'partnerId' | 'orderNo' | 'itemNo'>,
): Promise<Case[]> {
  return (await db.rows(doneOfItem(item))).map(toCase)
}

const ORDERS = new ListOrders('opened_at desc, case_id desc', {
  openedAt: ['opened_at', 'case_id'],
})
export const CASE_SORTS = ORDERS.sorts

export interface CaseFilter extends TimeRange {
  readonly partnerId?: number | undefined
  readonly kind?: CaseKind | undefined
  readonly state?: CaseState | undefined
  readonly sort?: Sort<(typeof CASE_SORTS)[number]> | undefined
  /** Only cases after this one in the list. */
  readonly after?: number | undefined
}

/**
 * Returns a page of the cases of all partners, newest first. Reads the newest cases of each kind
 * and state by index, so the cost grows with the depth of the page, not with the number of cases.
 */
export async function listCases(
  db: Db,
  { page, pageSize, ...filter }: CaseFilter & PageRequest,
): Promise<Page<Case>> {
  const offset = offsetOf({ page, pageSize })
  const { total } = await oneRow(db, countCases(filter))
  const rows = await db.rows(newestCases(filter, { offset, limit: pageSize }))
  return { rows: rows.map(toCase), total: Number(total) }
}

function caseById(caseId: number): Statement<CaseRow> {
  return sql`
    select ${CASE_COLUMNS} from cases
    where partner_id = ${partnerOfId(caseId)} and case_id = ${caseId}`
}

function doneOfItem({
  partnerId,
  orderNo,
  itemNo,
}: Pick<Case, 'partnerId' | 'orderNo' | 'itemNo'>): Statement<CaseRow> {
  return sql`
    select ${CASE_COLUMNS} from cases
    where partner_id = ${partnerId} and order_no = ${orderNo} and item_no = ${itemNo}
      and state = 'DONE'
    order by case_id desc`
}

export const newestCases = twinned(
  'newestCases',
  (filter: CaseFilter, place: { offset: number; limit: number }): Statement<CaseRow> => {
    const { offset, limit } = place
    return sql`
      select newest.* from ${kindsAndStates(filter)} cross join lateral (
        select ${CASE_COLUMNS} from cases where ${OF_PAIR} ${isWanted(filter)}
        order by ${orderOf(filter)} limit ${offset + limit}
      ) as newest
      order by ${orderOf(filter)}
      offset ${offset} limit ${limit}`
  },
)

export function orderOf({ sort }: CaseFilter): Statement<never> {
  return ORDERS.by(sort)
}

export const countCases = twinned(
  'countCases',
  (filter: CaseFilter): Statement<{ total: bigint }> =>
    sql`
      select count(*) as total from ${kindsAndStates(filter)} cross join lateral (
        select from cases where ${OF_PAIR} ${isWanted(filter)} offset 0) as matches`,
)

/** Returns the kinds and states that the filter includes. Each pair is one range of the index. */
function kindsAndStates({ kind, state }: CaseFilter): Statement<never> {
  return sql`
    unnest(${kind ? [kind] : [...CASE_KINDS]}::text[]) as listed_kind (listed_kind)
    cross join unnest(${state ? [state] : [...CASE_STATES]}::text[]) as listed_state (listed_state)`
}

/** Joins cases to the pairs of `kindsAndStates`. */
const OF_PAIR = sql`kind = listed_kind and state = listed_state`

export function isWanted({ partnerId, after, sort, ...range }: CaseFilter): Statement<never> {
  return and(
    ...between('opened_at', range),
    equals('partner_id', partnerId),
    after === undefined
      ? undefined
      : sql`(opened_at, case_id) ${sql.raw(sort === 'openedAt' ? '>' : '<')} (
          select last.opened_at, last.case_id
          from cases last
          where last.partner_id = ${partnerOfId(after)} and last.case_id = ${after})`,
  )
}
