import { Type } from 'typebox'
import { wireAmount, readAmount, readCurrency } from '../../core/mod.ts'
import {
  authorize,
  capture,
  findActiveCard,
  REFERENCE_LENGTH_MAX,
  refundCapture,
  reverse,
  voidAuthorization,
} from '../../issuer/mod.ts'
import { created, ok } from '../response.ts'
import { merchantRoute } from '../route.ts'
import type { Route } from '../route.ts'
import { textField } from '../schema.ts'
import { Decimal, Text, YesOrNo } from '../shapes/field.ts'
import { oneOf } from '../shapes/one-of.ts'
import { AuthorizationView, REVERSAL_OUTCOME } from './authorization-shape.ts'

const CODE_LENGTH_MAX = 100
const Code = textField('The code, as its holder shows or types it', CODE_LENGTH_MAX)
const Reference = textField(
  "The merchant's own reference of the call, never used for another one",
  REFERENCE_LENGTH_MAX,
)
const Authorized = Type.Object({ data: AuthorizationView.schema })

const KEYED = {
  refuses: ['not_found', 'state_conflict', 'reference_conflict'],
} as const

const AGAIN = 'The same call again gets the first response.'

const balance = merchantRoute('POST /issuer/v1/balance', {
  operationId: 'getCardBalance',
  refuses: ['not_found'],
  summary: 'Returns the balance of a card',
  description:
    'The code is in the body, because addresses are logged. A card that may not be redeemed is ' +
    'refused as one that does not exist.',
  body: Type.Object({ code: Code }, { title: 'CardCode' }),
  response: Type.Object({
    data: Type.Object(
      {
        currency: Text('The currency of the card'),
        balance: Decimal('Balance, in major units of `currency`'),
      },
      { title: 'CardBalance' },
    ),
  }),
  async handle({ merchantId, network, body }, context) {
    const find = () => findActiveCard(context, body.code)
    const card = await context.codeGuesses.guard([`merchant ${merchantId}`, network], find)
    const { currency, balanceMinor } = card
    return ok({ data: { currency: currency.code, balance: wireAmount(balanceMinor, currency) } })
  },
})

const NewAuthorization = Type.Object(
  {
    code: Code,
    currency: Text('The currency of the amount, which must be that of the card'),
    amount: Decimal('Amount to set aside, in major units of `currency`'),
    allowPartial: Type.Optional(
      YesOrNo('True to set aside the balance of the card if it is smaller; false unless given'),
    ),
    reference: Reference,
  },
  { title: 'NewAuthorization' },
)

const authorizeRoute = merchantRoute('POST /issuer/v1/authorizations', {
  ...KEYED,
  operationId: 'authorizeCard',
  success: [201],
  refuses: [...KEYED.refuses, 'insufficient_funds'],
  summary: 'Sets an amount of a card aside, until it is captured, voided or expires',
  description: AGAIN,
  body: NewAuthorization,
  response: Authorized,
  async handle({ merchantId, network, body }, context) {
    const { code, reference, allowPartial = false } = body
    const currency = readCurrency('currency', body.currency)
    const amountMinor = readAmount('amount', body.amount, { currency })
    const input = { merchantId, reference, code, currency, amountMinor, allowPartial }
    const { authorizationDays } = context.config
    const result = await context.codeGuesses.guard([`merchant ${merchantId}`, network], () =>
      authorize({ ...context, authorizationDays }, input),
    )
    return created({ data: AuthorizationView.body(result) })
  },
})

const captureRoute = merchantRoute('POST /issuer/v1/authorizations/{authorizationId}/capture', {
  ...KEYED,
  operationId: 'captureAuthorization',
  summary: 'Captures an authorized amount or a part of it; the rest returns to the card',
  description: AGAIN,
  body: Type.Object(
    {
      amount: Type.Optional(
        Decimal('Amount to capture, in major units of the currency of the card; all unless given'),
      ),
      reference: Reference,
    },
    { title: 'Capture' },
  ),
  response: Authorized,
  async handle({ merchantId, params: { authorizationId }, body }, context) {
    return ok({
      data: AuthorizationView.body(
        await capture(context, { merchantId, authorizationId, ...body }),
      ),
    })
  },
})

const voidRoute = merchantRoute('POST /issuer/v1/authorizations/{authorizationId}/void', {
  ...KEYED,
  operationId: 'voidAuthorization',
  summary: 'Returns the whole authorized amount to the card',
  description: AGAIN,
  body: Type.Object({ reference: Reference }, { title: 'Void' }),
  response: Authorized,
  async handle({ merchantId, params: { authorizationId }, body }, context) {
    return ok({
      data: AuthorizationView.body(
        await voidAuthorization(context, { merchantId, authorizationId, ...body }),
      ),
    })
  },
})

const refundRoute = merchantRoute('POST /issuer/v1/captures/{captureId}/refund', {
  ...KEYED,
  operationId: 'refundCapture',
  summary: 'Refunds a part or all of a capture to the card',
  description: `At most the captured amount, in any number of parts. ${AGAIN}`,
  body: Type.Object(
    {
      amount: Decimal('Amount to refund, in major units of the currency of the card'),
      reference: Reference,
    },
    { title: 'Refund' },
  ),
  response: Authorized,
  async handle({ merchantId, params: { captureId }, body }, context) {
    return ok({
      data: AuthorizationView.body(
        await refundCapture(context, { merchantId, captureId, ...body }),
      ),
    })
  },
})

const reverseRoute = merchantRoute('POST /issuer/v1/reversals', {
  operationId: 'reverseCall',
  refuses: ['state_conflict', 'insufficient_funds'],
  summary: 'Undoes a call whose response was lost, whether or not the call arrived',
  description:
    'A call that arrives after its reversal is refused. The same reversal again changes nothing.',
  body: Type.Object({ reference: Reference }, { title: 'Reversal' }),
  response: Type.Object({
    data: Type.Object(
      {
        reference: Text('The reference of the call'),
        outcome: oneOf('Outcome of the call', REVERSAL_OUTCOME),
      },
      { title: 'ReversedCall' },
    ),
  }),
  async handle({ merchantId, body: { reference } }, context) {
    const outcome = await reverse(context, { merchantId, reference })
    return ok({ data: { reference, outcome } })
  },
})

export const issuerRoutes: readonly Route[] = [
  balance,
  authorizeRoute,
  captureRoute,
  voidRoute,
  refundRoute,
  reverseRoute,
]
