import { Type, type TSchema } from 'typebox'
import { EVENT_TYPES, type EventType } from '../events/mod.ts'
import type { Permission } from '../partners/mod.ts'

const OrderEventData = Type.Object(
  {
    orderId: Type.String(),
    clientReference: Type.String(),
    status: Type.String(),
    previousStatus: Type.Optional(Type.String()),
    currency: Type.String({ description: 'Of the wallet that pays, as ISO 4217 code' }),
    totalAmount: Type.Number({ description: 'Total face value in major units of `currency`' }),
    itemCount: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    completedAt: Type.Optional(Type.String({ format: 'date-time' })),
    heldFor: Type.Optional(
      Type.String({ description: 'ON_HOLD for the `funds` of the partner, or by a `supplier`' }),
    ),
    sequence: Type.Integer({ description: 'Counts the changes of the order, from 1' }),
  },
  { title: 'OrderEventData' },
)

const CaseEventData = Type.Object(
  {
    caseId: Type.Integer(),
    orderId: Type.String(),
    itemNo: Type.Integer(),
    kind: Type.String({ description: '`refund`, `replace` or `block`' }),
    state: Type.String({ description: '`REQUESTED`, `DONE` or `REJECTED`' }),
    currency: Type.Optional(Type.String({ description: 'Of a refund, as ISO 4217 code' })),
    amount: Type.Optional(Type.Number({ description: 'Of a refund, in major units' })),
  },
  { title: 'CaseEventData' },
)

const ProductEventData = Type.Object({ productId: Type.Integer() }, { title: 'ProductEventData' })

const PriceEventData = Type.Object(
  {
    cause: Type.String({ description: '`rates`, `price_rule` or `spread`' }),
    effectiveAt: Type.String({ format: 'date-time' }),
  },
  { title: 'PriceEventData' },
)

const LowBalanceEventData = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217 code' }),
    funds: Type.Number({ description: 'What is available, in major units' }),
    daysLeft: Type.Number({ description: 'In days, such as 0.2, at the pace of the last week' }),
  },
  { title: 'LowBalanceEventData' },
)

const BalanceEventData = Type.Object(
  {
    transactionId: Type.String(),
    kind: Type.String({ description: '`deposit` or `case_refund`' }),
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Type.Number({ description: 'In major units' }),
    funds: Type.Number({ description: 'What is available after it, in major units' }),
  },
  { title: 'BalanceEventData' },
)

const WalletEventData = Type.Object(
  {
    transactionId: Type.String(),
    walletId: Type.String(),
    consumerId: Type.Integer(),
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Type.Number({ description: 'In major units' }),
    newBalance: Type.Number({ description: 'Of the wallet, in major units' }),
    referenceId: Type.Optional(Type.String({ description: 'Of a wallet transaction' })),
  },
  { title: 'WalletEventData' },
)

/** What a type of event carries, and the permission that shows it. */
interface EventKind {
  readonly data: TSchema
  readonly permission: Permission
}

const ORDER: EventKind = { data: OrderEventData, permission: 'orders:read' }
const CASE: EventKind = { data: CaseEventData, permission: 'orders:read' }
const PRODUCT: EventKind = { data: ProductEventData, permission: 'catalog:read' }
const WALLET: EventKind = { data: WalletEventData, permission: 'consumers:read' }

/** The kind of each type of event. A type without one does not compile. */
export const EVENT_KINDS = {
  'order.processing': ORDER,
  'order.on_hold': ORDER,
  'order.out_of_stock': ORDER,
  'order.completed': ORDER,
  'order.cancelled': ORDER,
  'case.opened': CASE,
  'case.resolved': CASE,
  'product.updated': PRODUCT,
  'price.updated': { data: PriceEventData, permission: 'catalog:read' },
  'stock.low': PRODUCT,
  'balance.low': { data: LowBalanceEventData, permission: 'balance:read' },
  'balance.credited': { data: BalanceEventData, permission: 'balance:read' },
  'wallet.credited': WALLET,
  'wallet.debited': WALLET,
} as const satisfies Record<EventType, EventKind>

function shapeOf(type: EventType): TSchema {
  const name = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return Type.Object(
    {
      id: Type.String({ description: 'Unique; the same each time that the event is delivered' }),
      type: Type.Literal(type),
      createdAt: Type.String({ format: 'date-time' }),
      data: EVENT_KINDS[type].data,
    },
    { title: `${name.join('')}Event` },
  )
}

/** An event of any type, as the feed and webhooks show it. */
export const EventShape = Type.Union(EVENT_TYPES.map(shapeOf), {
  title: 'Event',
  discriminator: { propertyName: 'type' },
})
