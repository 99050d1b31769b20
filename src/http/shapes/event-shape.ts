import { Type, type TSchema } from 'typebox'
import { EVENT_TYPES, type EventType } from '../../events/mod.ts'
import type { Permission } from '../../partners/mod.ts'
import { Instant, Text } from './field.ts'
import { fields } from './fields.ts'
import {
  CASE_KIND,
  CASE_STATE,
  HELD_FOR,
  LINK_MESSAGE_REASON,
  LINK_STATUS,
  ORDER_STATUS,
} from './meanings.ts'
import { oneOf } from './one-of.ts'

const PRICE_CAUSE = {
  rates: 'exchange rates',
  price_rule: 'a rule about your prices, or about the products that you see',
  spread: 'the spread on market rates',
}
const CREDIT_KIND = { deposit: 'a deposit', case_refund: 'a case gave money back' }

const OrderEventData = Type.Object(
  {
    orderId: fields.orderId,
    clientReference: Text("The partner's own reference of the order"),
    status: oneOf('The status after the change', ORDER_STATUS),
    previousStatus: Type.Optional(oneOf('The status before the change', ORDER_STATUS)),
    currency: Type.String({ description: 'Currency of the wallet that pays, as ISO 4217 code' }),
    totalAmount: Type.Number({ description: 'Total face value in major units of `currency`' }),
    itemCount: fields.itemCount,
    createdAt: Instant('When it was created'),
    completedAt: Type.Optional(
      Type.String({
        description: 'When it was completed, in UTC; only if it is COMPLETED',
        format: 'date-time',
      }),
    ),
    heldFor: Type.Optional(oneOf('Why it is ON_HOLD', HELD_FOR)),
    sequence: Type.Integer({ description: 'Number of the change of the order, from 1' }),
  },
  { title: 'OrderEventData' },
)

const CaseEventData = Type.Object(
  {
    caseId: fields.caseId,
    orderId: fields.orderId,
    itemNo: fields.itemNo,
    kind: oneOf('Action of the case', CASE_KIND),
    state: oneOf('The state of the case', CASE_STATE),
    currency: Type.Optional(Type.String({ description: 'Currency of a refund, as ISO 4217 code' })),
    amount: Type.Optional(Type.Number({ description: 'Amount of a refund, in major units' })),
  },
  { title: 'CaseEventData' },
)

const ProductEventData = Type.Object({ productId: fields.productId }, { title: 'ProductEventData' })

const PriceEventData = Type.Object(
  {
    cause: oneOf('Cause of the change', PRICE_CAUSE),
    effectiveAt: Type.String({
      description: 'When it comes into force, in UTC',
      format: 'date-time',
    }),
  },
  { title: 'PriceEventData' },
)

const LowBalanceEventData = Type.Object(
  {
    currency: Type.String({ description: 'ISO 4217 code' }),
    funds: Type.Number({ description: 'Funds available, in major units' }),
    daysLeft: Type.Number({
      description: 'Days for which the funds last at the pace of the last week, such as 0.2',
    }),
  },
  { title: 'LowBalanceEventData' },
)

const BalanceEventData = Type.Object(
  {
    transactionId: fields.transactionId,
    kind: oneOf('Why the money came', CREDIT_KIND),
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Type.Number({ description: 'Amount, in major units' }),
    funds: Type.Number({ description: 'Funds available after it, in major units' }),
  },
  { title: 'BalanceEventData' },
)

const WalletEventData = Type.Object(
  {
    transactionId: fields.transactionId,
    walletId: fields.walletId,
    consumerId: fields.consumerId,
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Type.Number({ description: 'Amount, in major units' }),
    newBalance: Type.Number({ description: 'Balance of the wallet after it, in major units' }),
    referenceId: Type.Optional(Type.String({ description: 'Reference of a wallet transaction' })),
  },
  { title: 'WalletEventData' },
)

const LinkEventData = Type.Object(
  {
    linkId: fields.linkId,
    reference: Type.Optional(Text("The partner's own reference of the link")),
    status: oneOf('The status after the event', LINK_STATUS),
    currency: Type.String({ description: 'ISO 4217 code' }),
    amount: Type.Number({ description: 'Original amount of the link, in major units' }),
    left: Type.Number({ description: 'Amount that can still be claimed, in major units' }),
    returned: Type.Number({ description: 'Amount returned to the funds, in major units' }),
    orderId: Type.Optional(
      Type.String({ description: 'The order that was paid, or that was CANCELLED' }),
    ),
    reason: Type.Optional(oneOf('Outcome of its mail', LINK_MESSAGE_REASON)),
  },
  { title: 'LinkEventData' },
)

/** The data of a type of event, and the permission to see it. */
interface EventKind {
  readonly data: TSchema
  readonly permission: Permission
}

const ORDER: EventKind = { data: OrderEventData, permission: 'orders:read' }
const CASE: EventKind = { data: CaseEventData, permission: 'orders:read' }
const PRODUCT: EventKind = { data: ProductEventData, permission: 'catalog:read' }
const LINK: EventKind = { data: LinkEventData, permission: 'links:read' }
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
  'link.sent': LINK,
  'link.claimed': LINK,
  'link.failed': LINK,
  'link.expired': LINK,
  'link.cancelled': LINK,
  'link.returned': LINK,
  'link.mailed': LINK,
  'link.bounced': LINK,
  'link.complained': LINK,
} as const satisfies Record<EventType, EventKind>

const TestEventData = Type.Object(
  { endpointId: Type.String({ description: 'The webhook endpoint, such as `whe_2_7`' }) },
  { title: 'TestEventData' },
)

function shapeOf(type: string, data: TSchema): TSchema {
  const name = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return Type.Object(
    {
      id: Type.String({ description: 'Unique; the same each time that the event is delivered' }),
      type: Type.Literal(type, { description: 'The type of the event' }),
      createdAt: Instant('When it was created'),
      data,
    },
    { title: `${name.join('')}Event` },
  )
}

/** The event of each type. */
export const EVENT_SHAPES = EVENT_TYPES.map((type) => ({
  type,
  shape: shapeOf(type, EVENT_KINDS[type].data),
}))

/** The message that tests an endpoint. It is not an event of the feed. */
export const TEST_EVENT = {
  type: 'webhook.test',
  shape: shapeOf('webhook.test', TestEventData),
} as const

/** An event of any type, as the feed and webhooks show it. */
export const EventShape = Type.Union(
  EVENT_SHAPES.map(({ shape }) => shape),
  {
    title: 'Event',
    discriminator: { propertyName: 'type' },
    // Within a version, no other list of values in responses may grow.
    'x-extensible': true,
  },
)
