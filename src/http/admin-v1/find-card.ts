import { Type, type Static } from 'typebox'
import { recordAudit } from '../../audit/mod.ts'
import { checkLine, invalidField, isoTime, type Currency } from '../../core/mod.ts'
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
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { Reason } from '../shapes/reason.ts'

/** The longest field of a code. */
const CODE_LENGTH_MAX = 2_048
const NAME_LENGTH_MAX = 100

const CARD_STATE = {
  ACTIVE: 'merchants may redeem it',
  CLOSED: 'its item was refunded, replaced or blocked',
  UNKNOWN: 'its order is not COMPLETED',
} as const

const MOVEMENT_KIND = {
  AUTHORIZE: 'the amount was set aside for a merchant',
  RELEASE: 'the amount was not captured, and is free again',
  CAPTURE: 'the amount was spent',
  REFUND: 'the amount was refunded',
  REVERSE_CAPTURE: 'a capture was reversed',
  REVERSE_REFUND: 'a refund was reversed',
} as const

type MovementOf = FoundCard['movements'][number] & { readonly currency: Currency }

const MovementView = view<MovementOf>()(
  {
    kind: oneOf('Kind of movement', MOVEMENT_KIND),
    amount: [Decimal('The amount, in major units of `currency`'), amountOf('amountMinor')],
    merchantId: Whole('The merchant whose call caused it'),
    merchantName: Text('The name of the merchant'),
    authorizationId: Text('The authorization that it belongs to'),
    reference: Type.Optional(Text('Reference of the call; absent if the authorization expired')),
    createdAt: [fields.createdAt, (movement) => isoTime(movement.createdMs)],
  },
  { title: 'CardMovement' },
)

type CardOf = FoundCard['card'] & Omit<FoundCard, 'card'> & { readonly orderId: string }

const FoundCardView = view<CardOf>()(
  {
    state: oneOf('State of the card', CARD_STATE),
    partnerId: fields.partnerId,
    orderId: fields.orderId,
    itemNo: fields.itemNo,
    cardIdentifier: [fields.cardIdentifier, (one) => `${cardPrefix(one.orderId)}${one.itemNo}`],
    currency: [fields.currency, codeOf],
    issued: [
      Decimal('Amount it was issued with, in major units of `currency`'),
      amountOf('issuedMinor'),
    ],
    balance: [
      Decimal('Amount that can be spent, in major units of `currency`'),
      amountOf('balanceMinor'),
    ],
    authorized: [
      Decimal('Amount set aside for merchants, in major units of `currency`'),
      amountOf('authorizedMinor'),
    ],
    captured: [
      Decimal('Amount captured by merchants, in major units of `currency`'),
      amountOf('capturedMinor'),
    ],
    refunded: [
      Decimal('Amount that merchants refunded, in major units of `currency`'),
      amountOf('refundedMinor'),
    ],
    movements: [
      Type.Array(MovementView.schema, { description: 'The last 100, newest first' }),
      ({ movements, currency }) => movements.map((one) => MovementView.body({ ...one, currency })),
    ],
  },
  { title: 'FoundCard' },
)

const CardSearch = Type.Object(
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
    'nor audited; the search and its result are audited. An empty result is not an error.',
  body: CardSearch,
  response: Type.Object({ data: Type.Array(FoundCardView.schema, { description: 'The result' }) }),
  async handle({ body, actor }, context) {
    const cards = await findCards(context, searchOf(body))
    const data = await Promise.all(cards.map((card) => shownOf(context, card)))
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

function searchOf({ code, cardIdentifier, reference }: Static<typeof CardSearch>): WantedCard {
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
  if (!item) throw invalidField('cardIdentifier', 'is not a card identifier')
  return { item: { ...item.order, itemNo: item.itemNo } }
}

async function shownOf({ db }: Context, { card, ...found }: FoundCard) {
  const order = await findOrderByNumber(db, card)
  if (!order) throw new Error('the order of a card is gone')
  return FoundCardView.body({ ...card, ...found, orderId: orderId(order) })
}

export const findCardRoutes = [findCardRoute]
