import { Type, type Static } from 'typebox'
import { recordAudit } from '../../audit/mod.ts'
import { checkLine, invalidField, isoTime, minorUnits, wireAmount } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { cardPrefix, readCardIdentifier } from '../../exports/mod.ts'
import { findCards, type FoundCard, type WantedCard } from '../../issuer/mod.ts'
import { findOrderByNumber, orderId } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Text, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { oneOf } from '../shapes/one-of.ts'
import { Reason } from './reason.ts'

/** The longest field of a code. */
const CODE_LENGTH_MAX = 2_048
const NAME_LENGTH_MAX = 100

const CARD_STATE = {
  ACTIVE: 'merchants may redeem it',
  CLOSED: 'its item was refunded, replaced or blocked',
  UNKNOWN: 'its order is not COMPLETED',
} as const

const MOVEMENT_KIND = {
  AUTHORIZE: 'it was set aside for a merchant',
  RELEASE: 'it was not captured, and is free again',
  CAPTURE: 'it was spent',
  REFUND: 'it was given back',
  REVERSE_CAPTURE: 'a capture was reversed',
  REVERSE_REFUND: 'a refund was reversed',
} as const

const MovementShape = Type.Object(
  {
    kind: oneOf('What moved', MOVEMENT_KIND),
    amount: Decimal('The amount, in major units of `currency`'),
    merchantId: Whole('The merchant that called for it'),
    merchantName: Text('The name of the merchant'),
    authorizationId: Text('The authorization that it belongs to'),
    reference: Type.Optional(Text('The reference of the call; absent if it expired')),
    createdAt: fields.createdAt,
  },
  { title: 'CardMovement' },
)

const FoundCardShape = Type.Object(
  {
    state: oneOf('What may be done with it', CARD_STATE),
    partnerId: fields.partnerId,
    orderId: fields.orderId,
    itemNo: fields.itemNo,
    cardIdentifier: fields.cardIdentifier,
    currency: fields.currency,
    issued: Decimal('What it was issued with, in major units of `currency`'),
    balance: Decimal('What can be spent, in major units of `currency`'),
    authorized: Decimal('What is set aside for merchants, in major units of `currency`'),
    captured: Decimal('What merchants have taken, in major units of `currency`'),
    refunded: Decimal('What they gave back of it, in major units of `currency`'),
    movements: Type.Array(MovementShape, { description: 'The last 100, newest first' }),
  },
  { title: 'FoundCard' },
)

const Wanted = Type.Object(
  {
    code: Type.Optional(Text('The code of the card. It is hashed, and neither logged nor shown')),
    cardIdentifier: Type.Optional(Text('The `cardIdentifier` of its item')),
    reference: Type.Optional(Text('The reference of a call of any merchant')),
    reason: Type.Optional(Reason),
  },
  { title: 'WantedCard' },
)

const findCardRoute = operatorRoute('POST /admin/v1/cards/find', {
  permission: 'codes:find',
  operationId: 'findCard',
  hasPrivateBody: true,
  summary: 'Finds a card of ours by its code, its item or a call: balance and what moved it',
  description:
    'By one of `code`, `cardIdentifier` and `reference`. A code is hashed, and neither logged ' +
    'nor audited; that somebody looked, and what was found, is. Finding nothing is a result.',
  body: Wanted,
  response: Type.Object({ data: Type.Array(FoundCardShape, { description: 'The result' }) }),
  async handle({ body, actor }, context) {
    const cards = await findCards(context, wantedOf(body))
    const data = await Promise.all(cards.map((card) => shapeOf(context, card)))
    const after = data.map(({ cardIdentifier, state }) => ({ cardIdentifier, state }))
    const { reason } = body
    const act = { actor, action: 'card.find', target: 'cards', reason, after } as const
    await transact(context.db, (tx) => {
      recordAudit(tx, { ...act, valueOut: 'none', at: context.clock.now() })
      return Promise.resolve()
    })
    return ok({ data })
  },
})

function wantedOf({ code, cardIdentifier, reference }: Static<typeof Wanted>): WantedCard {
  const names = [code, cardIdentifier, reference].filter((one) => one !== undefined)
  if (names.length !== 1) {
    throw invalidField('code', 'or cardIdentifier or reference: exactly one of them is required')
  }
  if (code !== undefined) {
    checkLine('code', code, CODE_LENGTH_MAX)
    return { code }
  }
  if (reference !== undefined) {
    checkLine('reference', reference, NAME_LENGTH_MAX)
    return { reference }
  }
  const item = readCardIdentifier(cardIdentifier ?? '')
  if (!item) throw invalidField('cardIdentifier', 'is not one')
  return { item: { ...item.order, itemNo: item.itemNo } }
}

async function shapeOf({ db }: Context, { card, state, movements }: FoundCard) {
  const order = await findOrderByNumber(db, card)
  if (!order) throw new Error('the order of a card is gone')
  const { currency, partnerId, itemNo } = card
  const id = orderId(order)
  return {
    state,
    partnerId,
    orderId: id,
    itemNo,
    cardIdentifier: `${cardPrefix(id)}${itemNo}`,
    currency: currency.code,
    issued: wireAmount(card.issuedMinor, currency),
    balance: wireAmount(card.balanceMinor, currency),
    authorized: wireAmount(card.authorizedMinor, currency),
    captured: wireAmount(card.capturedMinor, currency),
    refunded: wireAmount(card.refundedMinor, currency),
    movements: movements.map(({ amountMinor, createdMs, ...one }) => ({
      ...one,
      amount: wireAmount(minorUnits(amountMinor), currency),
      createdAt: isoTime(createdMs),
    })),
  }
}

export const findCardRoutes = [findCardRoute]
