import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { REVERSAL_OUTCOMES, type CallResult } from '../../issuer/mod.ts'
import { Decimal, Instant, Text } from '../shapes/field.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { oneOf } from '../shapes/one-of.ts'

const AUTHORIZATION_STATUS = {
  AUTHORIZED: 'The amount is set aside',
  CAPTURED: 'The amount, or a part of it, was taken; the rest went back to the card',
  VOIDED: 'All of it went back to the card, as the merchant asked',
  EXPIRED: 'All of it went back to the card: it was not captured in time',
  REVERSED: 'All of it went back to the card: the call was reversed',
} as const

export const AuthorizationView = view<CallResult>()(
  {
    authorizationId: Text('Identifies the authorization: a UUID'),
    status: oneOf('What became of it', AUTHORIZATION_STATUS),
    currency: [Text('The currency of the card'), codeOf],
    authorized: [
      Decimal('What was set aside, in major units of `currency`'),
      amountOf('authorizedMinor'),
    ],
    captured: [
      Decimal('What was taken of it, in major units of `currency`'),
      amountOf('capturedMinor'),
    ],
    refunded: [
      Decimal('What went back of that, in major units of `currency`'),
      amountOf('refundedMinor'),
    ],
    captureId: Type.Optional(Text('Identifies the capture, once there is one: a UUID')),
    balance: [
      Decimal('What the card has after the call, in major units of `currency`'),
      amountOf('balanceMinor'),
    ],
    expiresAt: [Instant('Until when it can be captured'), (one) => isoTime(one.expiresMs)],
  },
  { title: 'Authorization' },
)

export const REVERSAL_OUTCOME = {
  REVERSED: 'What the call did is undone',
  NOT_RECEIVED: 'No such call had arrived; it is refused if it does',
} as const satisfies Readonly<Record<(typeof REVERSAL_OUTCOMES)[number], string>>
