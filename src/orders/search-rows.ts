import type { OrderName } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { firstOrderFrom, hasStatus, instantAt, lastOfEach } from './order-conditions.ts'
import { ORDER_COLUMNS, type OrderRow } from './order-rows.ts'
import type { OrderStatus } from './transitions.ts'

/** The properties that an order must have to match. */
export interface OrderSearch {
  readonly partnerId?: number | undefined
  /** The order of a card identifier. */
  readonly order?: { readonly partnerId: number; readonly orderNo: number } | undefined
  readonly clientReference?: string | undefined
  /** A recipient by its hash; see `blindRecipient`. */
  readonly recipientBlind?: string | undefined
  readonly itemReference?: string | undefined
  /** The total of an order, before discounts and fees. */
  readonly total?: { readonly minor: bigint; readonly currency: string } | undefined
  readonly productId?: number | undefined
  readonly status?: OrderStatus | undefined
  /** UTC instants: from is inclusive, before is exclusive. */
  readonly createdFromMs?: number | undefined
  readonly createdBeforeMs?: number | undefined
  /** Only orders after this one in the list; this order itself need not match. */
  readonly after?: OrderName | undefined
}

interface Paging {
  readonly depth: number
  readonly offset: number
  readonly limit: number
}

/**
 * Returns orders of all partners that match, newest first. For each partner, one index returns the
 * numbers of the orders that have the rarest property, newest first; the other properties are
 * checked order by order, until there are enough. So it costs partners x depth, and more only if
 * few orders with the rarest property have the others too.
 */
export function searchedOrders(
  search: OrderSearch,
  { depth, offset, limit }: Paging,
): Statement<OrderRow> {
  return sql`
    select match.* from ${rangesOf(search)} as range cross join lateral (
      select o.* ${hitsOf(search)}
      order by hit.order_no desc limit ${depth}) as match
    order by match.created_at desc, match.partner_id, match.order_no desc
    offset ${offset} limit ${limit}`
}

/** Counts the orders that match, up to `most`. */
export function countSearched(search: OrderSearch, most: number): Statement<{ total: bigint }> {
  return sql`
    select count(*) as total from (
      select 1 as one from ${rangesOf(search)} as range cross join lateral (
        ${countedOf(search)} limit ${most}) as match
      limit ${most}) as counted`
}

/** Counts the orders of all partners in a range of time, by their numbers, which have no gaps. */
export function countInRange(search: OrderSearch): Statement<{ total: bigint }> {
  return sql`
    select coalesce(sum(greatest(last_order - first_order + 1, 0)), 0)::bigint as total
    from ${rangesOf(search)} as range
    where first_order <= last_order`
}

/** Returns each partner with the range of order numbers that the times and `after` leave. */
function rangesOf(search: OrderSearch): Statement<never> {
  const { partnerId, createdFromMs, createdBeforeMs, after } = search
  const partner = sql<never>`each.partner_id`
  const first =
    createdFromMs === undefined
      ? sql`1`
      : sql`coalesce(${firstOrderFrom(partner, instantAt(createdFromMs))}, 9223372036854775806)`
  const last =
    createdBeforeMs === undefined
      ? sql`each.last_order`
      : sql`least(
          each.last_order, ${firstOrderFrom(partner, instantAt(createdBeforeMs))} - 1)`
  return sql`(
    select each.partner_id, ${first} as first_order, ${last} as last_order
    from (${lastOfEach(after)}) as each
    where ${partnerId ?? null}::integer is null or each.partner_id = ${partnerId ?? null})`
}

/** Returns `from` and `where` of the matching orders `o` of a partner, and their numbers `hit`. */
function hitsOf(search: OrderSearch): Statement<never> {
  const [driver = byNumber(), ...checks] = propertiesOf(search)
  return sql`
    from (${driver.numbers} order by order_no desc) as hit cross join lateral (
      select ${ORDER_COLUMNS} from orders
      where partner_id = range.partner_id and order_no = hit.order_no
      offset 0) as o
    ${checks.length === 0 ? sql`` : sql`where ${every(checks)}`}`
}

/** Returns the matching orders to count. Reads only the index if they need no further check. */
function countedOf(search: OrderSearch): Statement<never> {
  const [only, ...others] = propertiesOf(search)
  if (!only || others.length > 0) return sql`select 1 as one ${hitsOf(search)}`
  return sql`select 1 as one from (${only.numbers}) as hit`
}

function every([first, ...rest]: readonly Property[]): Statement<never> {
  const condition = first?.check ?? sql`true`
  return rest.length === 0 ? condition : sql`${condition} and ${every(rest)}`
}

/** A property of orders: the numbers of a partner's orders that have it, and a check of one. */
interface Property {
  readonly numbers: Statement<never>
  readonly check: Statement<never>
}

const IN_RANGE = sql.raw(
  `partner_id = range.partner_id
   and order_no between range.first_order and range.last_order`,
)
const OF_ORDER = sql.raw(`partner_id = o.partner_id and order_no = o.order_no`)

/** Returns the properties of the search, the rarest first. */
function propertiesOf(search: OrderSearch): Property[] {
  const { order, clientReference, recipientBlind, itemReference, total, productId } = search
  const properties: Property[] = []
  if (order) {
    const { partnerId, orderNo } = order
    properties.push(
      ofOrders(sql`partner_id = ${partnerId} and order_no = ${orderNo}`, {
        check: sql`o.partner_id = ${partnerId} and o.order_no = ${orderNo}`,
      }),
    )
  }
  if (clientReference !== undefined) {
    properties.push(ofOrders(sql`client_reference = ${clientReference}`))
  }
  if (recipientBlind !== undefined) {
    properties.push(inTable(sql`order_recipients`, sql`blind = ${recipientBlind}`))
  }
  if (itemReference !== undefined) {
    properties.push(inTable(sql`order_lines`, sql`item_reference = ${itemReference}`))
  }
  if (total) {
    const { currency, minor } = total
    properties.push(ofOrders(sql`currency = ${currency} and total_minor = ${minor}`))
  }
  if (productId !== undefined) {
    properties.push(inTable(sql`order_lines`, sql`product_id = ${productId}`))
  }
  if (search.status !== undefined) properties.push(ofOrders(hasStatus(search.status)))
  return properties
}

function byNumber(): Property {
  return ofOrders(sql`true`)
}

function ofOrders(
  condition: Statement<unknown>,
  { check = condition }: { check?: Statement<unknown> } = {},
): Property {
  return {
    numbers: sql`select order_no from orders where ${IN_RANGE} and ${condition}`,
    check: sql`${check}`,
  }
}

function inTable(table: Statement<unknown>, condition: Statement<unknown>): Property {
  return {
    numbers: sql`select distinct order_no from ${table} where ${IN_RANGE} and ${condition}`,
    check: sql`exists (select from ${table} where ${OF_ORDER} and ${condition} offset 0)`,
  }
}
