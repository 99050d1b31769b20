import { Type } from 'typebox'
import { findConsumers, type FoundConsumer, findWalletsById } from '../../consumers/mod.ts'
import { isoTime, storedCurrency, wireAmount, minorUnits } from '../../core/mod.ts'
import { type RecordedTransfer, transfersOfHold } from '../../ledger/mod.ts'
import { listEvents, orderId, type Order, type RecordedEvent } from '../../orders/mod.ts'
import { findRequests, listRequests, type StoredRequest } from '../../requests/mod.ts'
import { findOrdersOf, type OrderMatch, transferNamed } from '../../trace/mod.ts'
import { findPurchasesOfOrder } from '../../upstream/mod.ts'
import type { Context } from '../context.ts'
import { flag, requiredText } from '../query.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { walletOf, WalletShape } from '../wallet-shape.ts'
import { consumerOf, ConsumerShape } from './consumers.ts'
import { OrderStoryShape, storyOf } from './order-story.ts'
import { requestOf, RequestShape } from './requests.ts'
import { auditUnmasked } from './unmasked.ts'

const TransferShape = Type.Object(
  {
    transferId: Type.String(),
    kind: Type.String(),
    state: Type.String(),
    currency: Type.String(),
    amount: Type.Number(),
    reference: Type.Optional(Type.String()),
    at: Type.String(),
  },
  { title: 'Transfer' },
)

/** The whole story of an order. What is recorded of orders elsewhere is a further field. */
const StoryShape = Type.Object(
  {
    as: Type.String(),
    ...OrderStoryShape.properties,
    idempotencyKey: Type.Optional(Type.String()),
    moreFulfillments: Type.Boolean(),
    events: Type.Array(
      Type.Object({
        from: Type.Optional(Type.String()),
        to: Type.String(),
        reason: Type.Optional(Type.String()),
        heldFor: Type.Optional(Type.String()),
        at: Type.String(),
      }),
    ),
    transfers: Type.Array(TransferShape),
    purchases: Type.Array(
      Type.Object({
        upstream: Type.Optional(Type.String()),
        reference: Type.String(),
        upstreamOrderId: Type.Optional(Type.String()),
      }),
    ),
    /** Those that made the order or repeated its creation, while the request log keeps them. */
    requests: Type.Array(RequestShape),
  },
  { title: 'TracedOrder' },
)

const partnerId = Type.Integer()
const TraceShape = Type.Object(
  {
    q: Type.String(),
    orders: Type.Array(StoryShape),
    moreOrders: Type.Boolean(),
    transfers: Type.Array(Type.Object({ partnerId, ...TransferShape.properties })),
    wallets: Type.Array(
      Type.Object({ partnerId, consumerId: Type.Integer(), ...WalletShape.properties }),
    ),
    consumers: Type.Array(Type.Object({ partnerId, ...ConsumerShape.properties })),
    requests: Type.Array(RequestShape),
  },
  { title: 'Trace' },
)

/** Orders whose whole story is returned, newest first. */
const STORIES_MAX = 5
const BATCHES_MAX = 100
const REQUESTS_MAX = 20

interface Reader {
  readonly actor: string
  readonly unmasked: boolean
}

const traceRoute = operatorRoute('GET /admin/v1/trace', {
  operationId: 'trace',
  summary:
    'Finds what an identifier belongs to, and returns the whole story of its orders: ' +
    'price and rate, hold and transfers, batches and attempts, lots, purchases',
  description:
    'Recipients and consumers are masked; with `unmasked=true` they are shown, which is ' +
    'audited. No code is returned.',
  query: { q: requiredText(), unmasked: flag() },
  response: Type.Object({ data: TraceShape }),
  async handle({ query, actor }, context) {
    const { q: given, unmasked } = query
    const q = given.trim()
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
      transfers: transfer ? [{ partnerId: transfer.partnerId, ...transferOf(transfer) }] : [],
      wallets: wallets.map((wallet) => ({
        ...walletOf(wallet),
        partnerId: wallet.partnerId,
        consumerId: wallet.consumerId,
      })),
      consumers: await consumersOf(context, q, { actor, unmasked }),
      requests: requests.map(requestOf),
    }
    return ok({ data })
  },
})

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
  actor: string,
  found: readonly FoundConsumer[],
): Promise<void> {
  for (const { partnerId: of, consumerId } of found) {
    await auditUnmasked(context, { actor, partnerId: of, target: `consumer:${consumerId}` })
  }
}

async function wholeStoryOf(context: Context, { as, order }: OrderMatch, reader: Reader) {
  const { db } = context
  const asked = { ...reader, page: 1, pageSize: BATCHES_MAX }
  const { story, totalRecords } = await storyOf(context, order, asked)
  const purchases = await findPurchasesOfOrder(db, order)
  return {
    as,
    ...story,
    idempotencyKey: order.idempotencyKey,
    moreFulfillments: totalRecords > BATCHES_MAX,
    events: (await listEvents(db, order)).map(eventOf),
    transfers: (await transfersOf(context, order)).map(transferOf),
    purchases: purchases.map(({ upstream, reference, upstreamOrderId }) => {
      return { upstream, reference, upstreamOrderId }
    }),
    requests: (await requestsOf(context, order)).map(requestOf),
  }
}

function requestsOf({ db }: Context, order: Order): Promise<StoredRequest[]> {
  return listRequests(db, { orderId: orderId(order), limit: REQUESTS_MAX })
}

function transfersOf({ db }: Context, order: Order): Promise<RecordedTransfer[]> {
  const { partnerId: of, holdNo } = order
  return holdNo === undefined ? Promise.resolve([]) : transfersOfHold(db, { partnerId: of, holdNo })
}

function transferOf(transfer: RecordedTransfer) {
  const { partnerId: of, no, code, state, reference, atMs } = transfer
  const currency = storedCurrency(transfer.currency)
  const amount = wireAmount(minorUnits(transfer.amountMinor), currency)
  const at = isoTime(atMs)
  const transferId = `trf_${of}_${no}`
  return { transferId, kind: code, state, currency: currency.code, amount, reference, at }
}

function eventOf({ atMs, ...event }: RecordedEvent) {
  return { ...event, at: isoTime(atMs) }
}

export const traceRoutes = [traceRoute]
