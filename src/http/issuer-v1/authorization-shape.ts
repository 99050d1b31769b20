import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { REVERSAL_OUTCOMES, type CallResult } from '../../issuer/mod.ts'
import { Decimal, Instant, Text } from '../shapes/field.ts'
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'
import { oneOf } from '../shapes/one-of.ts'

const AUTHORIZATION_STATUS = {
  AUTHORIZED: 'The amount is set aside',
  CAPTURED: 'The amount, or a part of it, was captured; the rest returned to the card',
  VOIDED: 'The merchant voided it; the amount returned to the card',
  EXPIRED: 'It was not captured in time; the amount returned to the card',
  REVERSED: 'The call was reversed; the amount returned to the card',
} as const

export const AuthorizationView = view<CallResult>()(
  {
    authorizationId: Text('Identifies the authorization: a UUID'),
    status: oneOf('Status of the authorization', AUTHORIZATION_STATUS),
    currency: [Text('The currency of the card'), codeOf],
    authorized: [
      Decimal('Amount set aside, in major units of `currency`'),
      amountOf('authorizedMinor'),
    ],
    captured: [Decimal('Amount captured, in major units of `currency`'), amountOf('capturedMinor')],
    refunded: [Decimal('Amount refunded, in major units of `currency`'), amountOf('refundedMinor')],
    captureId: Type.Optional(Text('Identifies the capture, once there is one: a UUID')),
    balance: [
      Decimal('Balance of the card after the call, in major units of `currency`'),
      amountOf('balanceMinor'),
    ],
    expiresAt: [Instant('When it can no longer be captured'), (one) => isoTime(one.expiresMs)],
  },
  { title: 'Authorization' },
)

export const REVERSAL_OUTCOME = {
  REVERSED: 'The effect of the call is undone',
  NOT_RECEIVED: 'No such call had arrived; it is refused if it does',
} as const satisfies Readonly<Record<(typeof REVERSAL_OUTCOMES)[number], string>>
