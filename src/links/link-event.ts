import { minorUnits, wireAmount } from '../core/mod.ts'
import type { AnyEvent, EventType } from '../events/mod.ts'
import { leftOf, linkId, statusOf, type Link } from './link.ts'
import type { MessageReason } from './message.ts'

interface LinkNews {
  readonly type: EventType
  readonly atMs: number
  readonly orderId?: string | undefined
  readonly reason?: MessageReason | undefined
}

/** Returns the event about a change of a link. */
export function linkEvent(link: Link, { type, atMs, orderId, reason }: LinkNews): AnyEvent {
  const { currency, partnerId: audience, amountMinor, returnedMinor } = link
  const amountOf = (minor: bigint) => wireAmount(minorUnits(minor), currency)
  return {
    audience,
    type,
    subject: linkId(link),
    atMs,
    data: {
      linkId: linkId(link),
      reference: link.reference,
      status: statusOf(link),
      currency: currency.code,
      amount: amountOf(amountMinor),
      left: amountOf(leftOf(link)),
      returned: amountOf(returnedMinor),
      orderId,
      reason,
    },
  }
}
