import {
  type Currency,
  INTEGER_MAX,
  invalidParameter,
  isFault,
  PARTNER_ID_MAX,
  parseAmount,
} from '../../core/mod.ts'
import { readCardIdentifier } from '../../exports/mod.ts'
import {
  ALL_ORDERS_DEPTH_MAX,
  blindRecipient,
  listAllOrders,
  listOrders,
  ORDER_STATUSES,
  type OrderPage,
  type OrderSearch,
  SEARCH_DEPTH_MAX,
  searchOrders,
} from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  optionalAmount,
  optionalNumber,
  optionalOneOf,
  optionalStoredCurrency,
  optionalText,
  pages,
  type QueryOf,
} from '../queries/query.ts'
import { optionalOrderName } from '../queries/query-ids.ts'
import { dayAfter, optionalDay } from '../queries/query-times.ts'
import { ok, paged } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { adminOrders, AdminOrderShape } from './admin-order.ts'

const query = {
  partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
  clientReference: optionalText(),
  itemReference: optionalText(),
  cardIdentifier: optionalText(),
  recipient: optionalText(),
  productId: optionalNumber({ min: 1, max: INTEGER_MAX }),
  amount: optionalAmount(),
  currency: optionalStoredCurrency(),
  status: optionalOneOf(ORDER_STATUSES),
  createdFrom: optionalDay(),
  createdTo: optionalDay(),
  after: optionalOrderName(),
  ...pages,
}

type OrderQuery = QueryOf<typeof query>

const listOrdersRoute = operatorRoute('GET /admin/v1/orders', {
  permission: 'orders:read',
  operationId: 'listOrders',
  summary: 'Lists orders with all the given properties, of one partner or of all, newest first',
  description:
    '`amount` is the total in `currency`. Pages over all partners end at order ' +
    `${ALL_ORDERS_DEPTH_MAX}, and those of a search at ${SEARCH_DEPTH_MAX}. Orders of a search, ` +
    'and of a status other than COMPLETED, are counted no further. ' +
    '`after` continues from an order.',
  query,
  response: PagedOf(AdminOrderShape),
  async handle({ query: orderQuery }, context) {
    const { page, pageSize } = orderQuery
    const { orders, totalRecords } = await find(context, orderQuery)
    const data = await adminOrders(context.db, orders)
    return ok(paged(data, { page, pageSize, totalRecords }))
  },
})

async function find(context: Context, orderQuery: OrderQuery): Promise<OrderPage> {
  const { db } = context
  const { partnerId, clientReference, status, after, page, pageSize } = orderQuery
  const times = timesOf(orderQuery)
  const total = totalOf(orderQuery)
  const { itemReference, cardIdentifier, recipient, productId } = orderQuery
  const further = [itemReference, cardIdentifier, recipient, productId, total]
  if (further.every((one) => one === undefined)) {
    if (partnerId !== undefined && !after) {
      const filter = { clientReference, status, ...times }
      return listOrders(db, partnerId, { filter, page, pageSize })
    }
    const { createdFromMs, createdBeforeMs } = times
    const searched = [partnerId, clientReference, createdFromMs, createdBeforeMs]
    if (searched.every((one) => one === undefined)) {
      requireReach(orderQuery, ALL_ORDERS_DEPTH_MAX)
      return listAllOrders(db, { status, after, page, pageSize })
    }
  }
  requireReach(orderQuery, SEARCH_DEPTH_MAX)
  const search: OrderSearch = {
    partnerId,
    clientReference,
    itemReference,
    productId,
    total,
    status,
    after,
    ...times,
    order: cardIdentifier === undefined ? undefined : orderOfCard(cardIdentifier),
    recipientBlind: recipient === undefined ? undefined : blindRecipient(context.vault, recipient),
  }
  return searchOrders(db, { ...search, page, pageSize })
}

function timesOf({ createdFrom, createdTo }: OrderQuery) {
  if (createdFrom !== undefined && createdTo !== undefined && createdFrom > createdTo) {
    throw invalidParameter('createdFrom', 'must not be after createdTo')
  }
  return {
    createdFromMs: createdFrom,
    createdBeforeMs: createdTo === undefined ? undefined : dayAfter(createdTo),
  }
}

function totalOf({ amount, currency }: OrderQuery): OrderSearch['total'] {
  if (amount === undefined && currency === undefined) return undefined
  if (amount === undefined) throw invalidParameter('amount', 'is required with currency')
  if (!currency) throw invalidParameter('currency', 'is required with amount')
  return { minor: minorOf(amount, currency), currency: currency.code }
}

function minorOf(amount: number, currency: Currency): bigint {
  const parsed = parseAmount(amount, currency, 'refused')
  if (isFault(parsed)) throw invalidParameter('amount', parsed.fault)
  return parsed
}

function orderOfCard(text: string): OrderSearch['order'] {
  const card = readCardIdentifier(text)
  if (!card) throw invalidParameter('cardIdentifier', 'must be the cardIdentifier of an item')
  return card.order
}

/** Refuses pages that a list over all partners does not reach. */
function requireReach({ page, pageSize }: OrderQuery, depth: number): void {
  if (page * pageSize <= depth) return
  throw invalidParameter('page', `reaches at most ${depth} orders back: continue with after`)
}

export const listOrderRoutes = [listOrdersRoute]
