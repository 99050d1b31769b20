import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { listOrderCases } from '../../cases/mod.ts'
import { findPurchasesOfOrder } from '../../connectors/mod.ts'
import { findConsumers, type FoundConsumer, findWalletsById } from '../../consumers/mod.ts'
import { isoTime, storedCurrency, wireAmount } from '../../core/mod.ts'
import { formatTransferId, type RecordedTransfer, transfersOfHold } from '../../ledger/mod.ts'
import {
  listHolds,
  listStatusChanges,
  orderId,
  type Order,
  type StatusChange,
} from '../../orders/mod.ts'
import { DOWNLOADS_MAX, findRequests, listCreations, listDownloads } from '../../requests/mod.ts'
import { findOrdersOf, type OrderMatch, transferNamed } from '../../trace/mod.ts'
import type { Context } from '../context.ts'
import { flag, requiredText } from '../queries/query.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { WalletView } from '../shapes/wallet-shape.ts'
import { view } from '../shapes/view.ts'
import { adminCases, AdminCaseView } from './cases.ts'
import { consumerOf, ConsumerView } from '../wallets/consumer.ts'
import { AdminLinkView, findAnyLink, readLink } from './links.ts'
import { OrderStoryShape, storyOf } from './order-story.ts'
import { RequestView } from '../shapes/request-shape.ts'
import { auditUnmasked } from './audit-unmasked.ts'
import { Decimal, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { HELD_FOR, ORDER_STATUS } from '../shapes/meanings.ts'
import { TRANSFER_KIND, TRANSFER_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

const TransferView = view<RecordedTransfer>()(
  {
    transferId: [
      fields.transferId,
      (transfer) => formatTransferId(transfer.partnerId, transfer.number),
    ],
    kind: [oneOf('Why the money moved', TRANSFER_KIND), (transfer) => transfer.code],
    state: oneOf('The state of the transfer', TRANSFER_STATE),
    currency: fields.currency,
    amount: [
      Decimal('The amount that moves, in major units of `currency`'),
      (transfer) => wireAmount(transfer.amountMinor, storedCurrency(transfer.currency)),
    ],
    reference: Type.Optional(fields.reference),
    at: [fields.at, (transfer) => isoTime(transfer.atMs)],
  },
  { title: 'Transfer' },
)

type FoundPurchase = Awaited<ReturnType<typeof findPurchasesOfOrder>>[number]

const PurchaseView = view<FoundPurchase>()({
  supplier: Type.Optional(fields.supplierAccount),
  reference: fields.reference,
  supplierOrderId: Type.Optional(fields.supplierOrderId),
})

const StatusChangeView = view<StatusChange>()({
  from: Type.Optional(oneOf('The status before; absent for a new order', ORDER_STATUS)),
  to: oneOf('The status after', ORDER_STATUS),
  reason: Type.Optional(Text('Why')),
  heldFor: Type.Optional(oneOf('Why it is ON_HOLD', HELD_FOR)),
  at: [fields.at, (change) => isoTime(change.atMs)],
})

/** Cases of an order that are in its story. `listOrderCases` returns all. */
const CASES_MAX = 100

/** The whole story of an order: a field for each kind of record about it. */
const StoryShape = Type.Object(
  {
    as: Text('Kind of the identifier that matched, such as `orderId` or `itemReference`'),
    itemNo: Type.Optional(
      Whole('The item that the identifier names: that of a card identifier, or of a case'),
    ),
    ...OrderStoryShape.properties,
    idempotencyKey: Type.Optional(Text('The Idempotency-Key of the request that made it')),
    moreFulfillments: YesOrNo('True if there are further batches that are not shown'),
    events: Type.Array(StatusChangeView.schema, {
      description: 'The changes of its status, oldest first',
    }),
    transfers: Type.Array(TransferView.schema, { description: 'The transfers of its money' }),
    purchases: Type.Array(PurchaseView.schema, {
      description: 'Purchases at suppliers for the order',
    }),
    cases: Type.Array(AdminCaseView.schema, {
      description: `Cases of its items, newest first, at most ${CASES_MAX}`,
    }),
    downloads: Type.Array(RequestView.schema, {
      description:
        'Requests that showed its codes or created a link to them, newest first: at most ' +
        `${DOWNLOADS_MAX}, as long as the request log has them`,
    }),
    requests: Type.Array(RequestView.schema, {
      description:
        'Requests that created it or returned it again, as long as the request log has them',
    }),
  },
  { title: 'TracedOrder' },
)

const { partnerId } = fields
const TraceShape = Type.Object(
  {
    q: Text('The identifier that was looked for'),
    orders: Type.Array(StoryShape, { description: 'The orders that have the identifier' }),
    moreOrders: YesOrNo('True if there are further orders that are not shown'),
    transfers: Type.Array(Type.Object({ partnerId, ...TransferView.schema.properties }), {
      description: 'The transfer that has the identifier',
    }),
    wallets: Type.Array(
      Type.Object({ partnerId, consumerId: fields.consumerId, ...WalletView.schema.properties }),
      { description: 'The wallets that have the identifier' },
    ),
    consumers: Type.Array(Type.Object({ partnerId, ...ConsumerView.schema.properties }), {
      description: 'The consumers that have the identifier',
    }),
    links: Type.Array(AdminLinkView.schema, { description: 'The link that has the identifier' }),
    requests: Type.Array(RequestView.schema, {
      description: 'The requests that have the identifier',
    }),
  },
  { title: 'Trace' },
)

/** Orders whose whole story is returned, newest first. */
const STORIES_MAX = 5
const BATCHES_MAX = 100

interface Reader {
  readonly actor: Actor
  readonly unmasked: boolean
}

const ANY_ID =
  'Any identifier: of an order, item, transfer, request, code, consumer, recipient, purchase or ' +
  'link'

const traceRoute = operatorRoute('GET /admin/v1/trace', {
  permission: 'orders:read',
  operationId: 'trace',
  summary:
    'Finds what an identifier belongs to, and returns the whole story of its orders: ' +
    'price and rate, hold and transfers, batches and attempts, lots, purchases, cases, downloads',
  description:
    'Recipients and consumers are masked; with `unmasked=true` they are shown, which is ' +
    'audited. No code is returned.',
  query: { q: requiredText(ANY_ID), unmasked: flag() },
  refuses: ['archived'],
  response: Type.Object({ data: TraceShape }),
  async handle({ query, actor }, context) {
    const { q: searchText, unmasked } = query
    const q = searchText.trim()
    const { db } = context
    const matches = await findOrdersOf(context, q)
    const shown = matches.slice(0, STORIES_MAX)
    const orders = []
    for (const match of shown) orders.push(await wholeStoryOf(context, match, { actor, unmasked }))
    const transfer = await transferNamed(db, q)
    const wallets = await findWalletsById(db, q)
    const requests = await findRequests(db, q)
    const data = {
      q,
      orders,
      moreOrders: matches.length > shown.length,
      transfers: transfer
        ? [{ partnerId: transfer.partnerId, ...TransferView.body(transfer) }]
        : [],
      wallets: wallets.map((wallet) => ({
        ...WalletView.body(wallet),
        partnerId: wallet.partnerId,
        consumerId: wallet.consumerId,
      })),
      consumers: await consumersOf(context, q, { actor, unmasked }),
      links: await linksOf(context, q, { actor, unmasked }),
      requests: requests.map(RequestView.body),
    }
    return ok({ data })
  },
})

async function linksOf(context: Context, q: string, { actor, unmasked }: Reader) {
  const link = await findAnyLink(context.db, q)
  return link ? [AdminLinkView.body(await readLink(context, link, { actor, unmasked }))] : []
}

async function consumersOf(context: Context, q: string, { actor, unmasked }: Reader) {
  const found = await findConsumers(context, q)
  if (unmasked) await auditConsumers(context, actor, found)
  return found.map((consumer) => ({
    partnerId: consumer.partnerId,
    ...consumerOf(consumer, unmasked),
  }))
}

async function auditConsumers(
  context: Context,
  actor: Actor,
  found: readonly FoundConsumer[],
): Promise<void> {
  for (const one of found) {
    const target = `consumer:${one.consumerId}`
    await auditUnmasked(context, { actor, partnerId: one.partnerId, target })
  }
}

async function wholeStoryOf(context: Context, { as, order, itemNo }: OrderMatch, reader: Reader) {
  const { db } = context
  const firstPage = { ...reader, page: 1, pageSize: BATCHES_MAX }
  const { story, totalRecords } = await storyOf(context, order, firstPage)
  const purchases = await findPurchasesOfOrder(db, order)
  const { rows: cases } = await listOrderCases(db, { ...order, page: 1, pageSize: CASES_MAX })
  return {
    as,
    itemNo,
    ...story,
    idempotencyKey: order.idempotencyKey,
    moreFulfillments: totalRecords > BATCHES_MAX,
    events: (await listStatusChanges(db, order)).map(StatusChangeView.body),
    transfers: (await transfersOf(context, order)).map(TransferView.body),
    purchases: purchases.map(PurchaseView.body),
    cases: await adminCases(db, cases),
    downloads: (await listDownloads(db, orderId(order))).map(RequestView.body),
    requests: (await listCreations(db, orderId(order))).map(RequestView.body),
  }
}

async function transfersOf({ db }: Context, order: Order): Promise<RecordedTransfer[]> {
  const holds = await listHolds(db, order)
  const reads = holds.map((holdNo) => transfersOfHold(db, { partnerId: order.partnerId, holdNo }))
  return (await Promise.all(reads)).flat().toSorted((one, other) => one.number - other.number)
}

export const traceRoutes = [traceRoute]
