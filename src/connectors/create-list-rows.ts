import { dateAt, MS_PER_DAY, offsetOf, type PageRequest } from '../core/mod.ts'
import { sql, type Statement, type SupplierCreatesRow } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import type { PotRow } from './account-rows.ts'
import type { Money } from './adapter.ts'
import { type CreateKey, isThis } from './create-rows.ts'
import { nextCheck } from './unit-rows.ts'

/** The row of a create, and when its order was placed here. */
export type ListedCreateRow = Omit<SupplierCreatesRow, 'kept' | 'due_at' | 'refused_for'> & {
  readonly has_units: boolean
  readonly ordered_at: Date
}

export interface CreateFilter {
  readonly accountId: number
  readonly statuses: readonly string[]
  /** True: only creates that wait for a person. */
  readonly isUnclear: boolean
  readonly order: Pick<BatchKey, 'partnerId' | 'orderNo'> | undefined
}

const COLUMNS = sql.raw(
  `c.partner_id, c.order_no, c.batch_no, c.first_unit, c.create_no, c.account_id, c.reference,
   c.product_id, c.currency, c.face_value_minor, c.quantity, c.settings, c.offer, c.status,
   c.send_no, c.first_sent_at, c.sent_at, c.unsure_until, c.theirs, c.cost, c.cost_currency,
   c.released, c.begun_at, c.fault, c.faulted_at, c.exchanges, c.closed_at,
   c.kept is not null as has_units`,
)
const NEWEST_FIRST = sql.raw(
  `c.begun_at desc, c.partner_id desc, c.order_no desc, c.batch_no desc, c.first_unit desc,
   c.create_no desc`,
)

/** Returns a page of the creates at an account, newest first. */
export function newestCreates(filter: CreateFilter, page: PageRequest): Statement<ListedCreateRow> {
  return sql`
    select c.*, o.created_at as ordered_at
    from (
      select ${COLUMNS} from supplier_creates c where ${isListed(filter)}
      order by ${NEWEST_FIRST} limit ${page.pageSize} offset ${offsetOf(page)}) as c
    join orders o using (partner_id, order_no)
    order by ${NEWEST_FIRST}`
}

/** Counts the creates that match, up to `max`. */
export function countCreates(filter: CreateFilter, max: number): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from (
      select 1 as one from supplier_creates c where ${isListed(filter)} limit ${max}) as creates`
}

const DAYS = 7
const DAYS_LEFT_MAX = 9_999

/**
 * Returns our funds at each account, and for how many days they last at the spending of the last
 * DAYS days.
 */
export function selectPotsWithDays(
  now: number,
): Statement<PotRow & { readonly days_left: number | null }> {
  return sql`
    select p.account_id, p.pot, p.currency, trim_scale(p.funds)::text as funds, p.seen_at,
           case when p.pot = '' and spending.cost > 0 then least(
             floor(greatest(p.funds, 0) * ${DAYS}::integer / spending.cost),
             ${DAYS_LEFT_MAX}::integer)::integer end as days_left
    from supplier_pots p
    left join (
      select account_id, cost_currency as currency, sum(cost) as cost from supplier_creates
      where begun_at >= ${dateAt(now - DAYS * MS_PER_DAY)} and cost is not null
        and account_id is not null and status in ('DONE', 'STOCKED')
      group by account_id, cost_currency) as spending using (account_id, currency)
    order by p.account_id, p.currency, p.pot`
}

/**
 * Counts the open creates of an account. They can be looked up only by the account that sent them.
 */
export function countOpen(accountId: number): Statement<{ open: bigint }> {
  return sql`
    select count(*) as open from supplier_creates
    where account_id = ${accountId} and status in ('PLACING', 'PLACED')`
}

/** Counts, by account, the creates that wait for a person. */
export function countUnclear(): Statement<{ account_id: number; unclear: bigint }> {
  return sql`
    select account_id, count(*) as unclear from supplier_creates
    where fault is not null and account_id is not null
    group by account_id`
}

function isListed({ accountId, statuses, isUnclear, order }: CreateFilter): Statement<never> {
  const ofOrder = order
    ? sql`and c.partner_id = ${order.partnerId} and c.order_no = ${order.orderNo}`
    : sql``
  const unclear = isUnclear ? sql`and c.fault is not null` : sql``
  return sql`c.account_id = ${accountId} and c.status = any(${statuses}::text[])
    ${ofOrder} ${unclear}`
}

type Named = CreateKey & { readonly accountId: number }

export function selectCreate(key: Named): Statement<ListedCreateRow> {
  return sql`
    select ${COLUMNS}, o.created_at as ordered_at
    from supplier_creates c join orders o using (partner_id, order_no)
    where ${isNamed(key)}`
}

/** Locks a create that a person closes. */
export function lockCreate(key: Named): Statement<ListedCreateRow> {
  return sql`
    select ${COLUMNS}, o.created_at as ordered_at
    from supplier_creates c
    join orders o on o.partner_id = c.partner_id and o.order_no = c.order_no
    where ${isNamed(key)}
    for update of c`
}

function isNamed({ accountId, ...key }: Named): Statement<never> {
  const { partnerId, orderNo, batchNo, firstUnit, createNo, reference } = key
  return sql`c.partner_id = ${partnerId} and c.order_no = ${orderNo} and c.batch_no = ${batchNo}
    and c.first_unit = ${firstUnit} and c.create_no = ${createNo} and c.reference = ${reference}
    and c.account_id = ${accountId}`
}

/**
 * Closes as not bought: the units may be bought again. The create is looked up once more, because a
 * worker may have died with the response.
 */
export function closeAsNotBought(create: CreateKey, at: number): Statement<never> {
  return sql`
    update supplier_creates
    set status = 'CLOSED', closed_at = ${dateAt(at)}, due_at = ${dateAt(at)}, unsure_until = null,
        kept = null, fault = null, faulted_at = null
    where ${isThis(create)}`
}

interface Bought {
  /** Undefined: it has its units already. */
  readonly kept: Buffer | undefined
  readonly theirs: string | undefined
  readonly charged: Money | undefined
  readonly at: number
}

/** Closes as bought: its units are delivered, or go into stock if the order was cancelled. */
export function closeAsBought(create: CreateKey, bought: Bought): Statement<never> {
  const { kept, theirs, charged, at } = bought
  return sql`
    update supplier_creates
    set status = 'DONE', closed_at = ${dateAt(at)}, unsure_until = null, fault = null,
        faulted_at = null, kept = coalesce(${kept ?? null}::bytea, kept),
        theirs = coalesce(${theirs ?? null}::text, theirs),
        cost = coalesce(${charged?.amount ?? null}::numeric, cost),
        cost_currency = coalesce(${charged?.currency ?? null}::text, cost_currency),
        due_at = case when released then ${dateAt(at)}::timestamptz
          else ${dateAt(nextCheck(at, at, false))}::timestamptz end
    where ${isThis(create)}`
}

/** Records that a person has seen a create that ended with a fault. The create stays as it is. */
export function closeAsSeen(create: CreateKey, at: number): Statement<never> {
  return sql`
    update supplier_creates
    set closed_at = ${dateAt(at)}, fault = null, faulted_at = null
    where ${isThis(create)}`
}
