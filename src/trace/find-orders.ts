import { type Case, findCase, findCaseOfTransfer } from '../cases/mod.ts'
import { findPurchasesNamed } from '../connectors/mod.ts'
import { isUuid, parseNumericId, parseOrderId, PARTNER_ID_MAX, partnerOfId } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { readCardIdentifier } from '../exports/mod.ts'
import {
  findTransfer,
  parseTransferId,
  requireNotArchived,
  type RecordedTransfer,
} from '../ledger/mod.ts'
import { numberOfLinkId } from '../links/mod.ts'
import {
  blindRecipient,
  findOrder,
  findOrderByNumber,
  findOrderOfHold,
  findOrdersByKey,
  listLinkOrders,
  searchOrders,
  type Order,
  type OrderSearch,
} from '../orders/mod.ts'
import { findRequests } from '../requests/mod.ts'
import type { Vault } from '../vault/mod.ts'

export interface Finding {
  readonly db: Db
  readonly vault: Vault
}

/** The kinds of identifiers by which an order is found. */
export type MatchKind =
  | 'order'
  | 'item'
  | 'batch'
  | 'transfer'
  | 'case'
  | 'idempotencyKey'
  | 'request'
  | 'purchase'
  | 'link'
  | 'clientReference'
  | 'itemReference'
  | 'recipient'

/** An order, and the kind of identifier by which it was found. */
export interface OrderMatch {
  readonly as: MatchKind
  readonly order: Order
  /** The number of the item that a card, case or refund is about; undefined for other kinds. */
  readonly itemNo: number | undefined
}

/** The most orders returned for one kind of match, newest first. */
const MATCHES_MAX = 20

type FoundOrder = Omit<OrderMatch, 'as'>
type Finder = (context: Finding, text: string) => Promise<FoundOrder[]>

/** The function that finds orders by each kind of identifier. */
const FINDERS: Readonly<Record<MatchKind, Finder>> = {
  order: async ({ db }, text) => {
    const name = parseOrderId(text)
    return wholeOf([name && (await findOrder(db, name))])
  },
  item: async ({ db }, text) => {
    const card = readCardIdentifier(text)
    const order = card && (await findOrder(db, card.order))
    return order && card.itemNo <= order.unitCount ? [{ order, itemNo: card.itemNo }] : []
  },
  batch: async ({ db }, text) => {
    const [, id] = /^ful_([0-9A-Z]+)-[1-9]\d{0,8}$/.exec(text) ?? []
    const name = id === undefined ? undefined : parseOrderId(`ord_${id}`)
    return wholeOf([name && (await findOrder(db, name))])
  },
  transfer: async ({ db }, text) => {
    const transfer = await transferNamed(db, text)
    if (!transfer) return []
    const hold = await holdOf(db, transfer)
    if (hold) return wholeOf([await findOrderOfHold(db, hold)])
    return itemOf(db, await findCaseOfTransfer(db, transfer))
  },
  case: async ({ db }, text) => {
    const id = parseNumericId(text)
    if (id === undefined || partnerOfId(id) > PARTNER_ID_MAX) return []
    return itemOf(db, await findCase(db, id))
  },
  idempotencyKey: async ({ db }, text) =>
    isUuid(text) ? wholeOf(await findOrdersByKey(db, text)) : [],
  request: async ({ db }, text) => {
    const requests = await findRequests(db, text)
    const names = requests.flatMap(({ orderId }) => parseOrderId(orderId ?? '') ?? [])
    return wholeOf(await Promise.all(names.map((name) => findOrder(db, name))))
  },
  purchase: async ({ db }, text) => {
    const purchases = await findPurchasesNamed(db, text)
    return wholeOf(await Promise.all(purchases.map((one) => findOrderByNumber(db, one))))
  },
  link: async ({ db }, text) => {
    const linkNo = numberOfLinkId(text)
    if (linkNo === undefined) return []
    const partnerId = partnerOfId(linkNo)
    const paid = await listLinkOrders(db, partnerId, linkNo)
    const names = paid.map(({ orderNo }) => ({ partnerId, orderNo }))
    return wholeOf(await Promise.all(names.map((name) => findOrderByNumber(db, name))))
  },
  clientReference: ({ db }, text) => search(db, { clientReference: text }),
  itemReference: ({ db }, text) => search(db, { itemReference: text }),
  recipient: ({ db, vault }, text) => search(db, { recipientBlind: blindRecipient(vault, text) }),
}

/** Returns the orders that an identifier belongs to, each once, with its first kind of match. */
export async function findOrdersOf(context: Finding, text: string): Promise<OrderMatch[]> {
  const matches = new Map<string, OrderMatch>()
  for (const [as, find] of Object.entries(FINDERS) as [MatchKind, Finder][]) {
    for (const found of await find(context, text)) {
      const key = `${found.order.partnerId}:${found.order.orderNo}`
      if (!matches.has(key)) matches.set(key, { as, ...found })
    }
  }
  return [...matches.values()]
}

/** Returns the transfer that an identifier names. Refuses archived if it was removed. */
export async function transferNamed(db: Db, text: string): Promise<RecordedTransfer | undefined> {
  const name = parseTransferId(text)
  const transfer = name && (await findTransfer(db, name))
  if (name && !transfer) await requireNotArchived(db, name)
  return transfer
}

/** The charge of an order is at most two transfers before its fee. */
const BEFORE_MAX = 2

/**
 * Returns the hold of the order that a transfer belongs to: the transfer itself, the hold that it
 * resolves, or the hold whose charge it follows. Undefined if it belongs to no order.
 */
async function holdOf(db: Db, transfer: RecordedTransfer): Promise<RecordedTransfer | undefined> {
  const { code, partnerId, holdNo } = transfer
  if (code === 'order_hold') return transfer
  if (holdNo !== undefined) return findTransfer(db, { partnerId, number: holdNo })
  if (!['order_discount', 'order_surcharge', 'order_fee'].includes(code)) return undefined
  for (let back = 1; back <= BEFORE_MAX; back += 1) {
    const charge = await findTransfer(db, { partnerId, number: transfer.number - back })
    if (charge?.holdNo !== undefined) return findTransfer(db, { partnerId, number: charge.holdNo })
  }
  return undefined
}

/** Returns the orders that exist, as matches without an item. */
function wholeOf(orders: readonly (Order | undefined)[]): FoundOrder[] {
  return orders.flatMap((order) => (order ? [{ order, itemNo: undefined }] : []))
}

/** Returns the order of a case, with the item that the case is about. */
async function itemOf(db: Db, about: Case | undefined): Promise<FoundOrder[]> {
  const order = about && (await findOrderByNumber(db, about))
  return order ? [{ order, itemNo: about.itemNo }] : []
}

async function search(db: Db, filter: OrderSearch): Promise<FoundOrder[]> {
  return wholeOf((await searchOrders(db, { ...filter, page: 1, pageSize: MATCHES_MAX })).orders)
}
